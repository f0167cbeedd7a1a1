/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Parameters of bytes and halfwords come extended, and what is left of them stays so.  */

int shifted (short a) { return a >> 3; }
long differ (short a) { return a ^ 3; }
int same (unsigned char a, unsigned char b) { return a == b; }
int above (unsigned char a, unsigned char b) { return a > b; }

/* { dg-final { scan-assembler "shifted:\n\tsraiw?\ta0,a0,3\n\tret" } } */
/* { dg-final { scan-assembler "differ:\n\txori\ta0,a0,3\n\tret" } } */
/* { dg-final { scan-assembler "same:\n\tsub\ta0,a0,a1\n\tseqz\ta0,a0\n\tret" } } */
/* { dg-final { scan-assembler "above:\n\tsgtu\ta0,a0,a1\n\tret" } } */
