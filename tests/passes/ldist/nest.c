/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Nests that go over memory without gaps. */
int a[32][64], b[32][64], c[32][64];
__attribute__ ((noipa)) void whole (void) { for (int i = 0; i < 32; i++) for (int j = 0; j < 64; j++) a[i][j] = 0; }
__attribute__ ((noipa)) void down (void) { for (int i = 0; i < 32; i++) for (int j = 63; j >= 0; j--) b[i][j] = c[i][j]; }
/* A column is left out: the inner loop alone is a call. */
__attribute__ ((noipa)) void part (void) { for (int i = 0; i < 32; i++) for (int j = 0; j < 63; j++) c[i][j] = -1; }
int
main (void)
{
  for (int i = 0; i < 32; i++) for (int j = 0; j < 64; j++) { a[i][j] = 1; c[i][j] = 64 * i + j; }
  whole ();
  down ();
  part ();
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 64; j++)
      if (a[i][j] || b[i][j] != 64 * i + j || c[i][j] != (j < 63 ? -1 : 64 * i + j)) return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-times "Loop nest 1 distributed: split to 0 loops and 1 library calls" 2 "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 2 distributed: split to 0 loops and 1 library calls" 1 "ldist" } } */
