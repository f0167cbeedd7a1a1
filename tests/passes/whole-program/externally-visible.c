/* { dg-do compile } */
/* { dg-options "-O2 -fwhole-program" } */

/* What is externally_visible stays, and is seen, although the program is all there is. */
__attribute__ ((externally_visible)) int kept = 3;
__attribute__ ((externally_visible)) int twice (int x) { return x * 2; }
int gone = 4;
int main (int argc, char **argv) { return argc; }

/* { dg-final { scan-assembler "\\.globl\ttwice" } } */
/* { dg-final { scan-assembler "\\.globl\tkept" } } */
/* { dg-final { scan-assembler-not "gone" } } */
