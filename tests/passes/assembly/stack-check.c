/* { dg-do compile } */
/* { dg-options "-O2 -fstack-check" } */

/* Each page of the frame is written to before it is used, and the one after it. */
int use (char *);
int large (void) { char b[20000]; return use (b); }
/* { dg-final { scan-assembler-times "sd\tzero,0\\(t0\\)" 7 } } */
int small (void) { char b[20]; return use (b); }
int none (int a) { return a + 1; }
/* { dg-final { scan-assembler "none:\n\taddiw\ta0,a0,1\n\tret" } } */
