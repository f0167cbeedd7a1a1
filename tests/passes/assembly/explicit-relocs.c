/* { dg-do compile } */
/* { dg-options "-O2 -fno-pic -mcmodel=medany -mexplicit-relocs" } */

/* Addresses are computed by instructions that are told apart, and the second names the first. */
static int x;
int *address (void) { return &x; }
/* { dg-final { scan-assembler "auipc\ta0,%pcrel_hi\\(x\\)\n\taddi\ta0,a0,%pcrel_lo\\(.LA\[0-9\]+\\)" } } */
int load (void) { return x; }
/* { dg-final { scan-assembler "lw\ta0,%pcrel_lo\\(.LA\[0-9\]+\\)\\(a\[0-9\]\\)" } } */
void store (int i) { x = i; }
/* { dg-final { scan-assembler "sw\ta0,%pcrel_lo\\(.LA\[0-9\]+\\)\\(a\[0-9\]\\)" } } */
double number (void) { return 3.25; }
/* { dg-final { scan-assembler "fld\tfa0,%pcrel_lo\\(.LA\[0-9\]+\\)\\(a\[0-9\]\\)" } } */
/* { dg-final { scan-assembler-not "lla" } } */
