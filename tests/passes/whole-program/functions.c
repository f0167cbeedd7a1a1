/* { dg-do compile } */
/* { dg-options "-O2 -fwhole-program" } */

/* With -fwhole-program nothing but main is called from elsewhere. */
int gone (int x) { return x * 5; }
int twice (int x) { return x * 2; }
int main (int argc, char **argv) { return twice (argc); }

/* { dg-final { scan-assembler "\nmain:" } } */
/* { dg-final { scan-assembler-not "\n(gone|twice):" } } */
