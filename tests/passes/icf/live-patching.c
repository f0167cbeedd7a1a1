/* { dg-do compile } */
/* { dg-options "-O2 -flive-patching" } */

/* Functions that may be replaced one by one are not made one because they are equal, nor is their value known without them. */
int work (int);
int first (int x) { return work (x) + work (x + 1) + 3; }
int second (int x) { return work (x) + work (x + 1) + 3; }
static __attribute__ ((noinline)) int known (int x) { return 7; }
int user (int x) { return known (x) + known (x); }

/* { dg-final { scan-assembler-not "\\\.set\tsecond" } } */
/* { dg-final { scan-assembler-not "tail\tfirst" } } */
/* { dg-final { scan-assembler-times "call\twork" 4 } } */
/* { dg-final { scan-assembler-times "call\tknown" 2 } } */
