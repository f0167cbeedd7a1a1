/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt -fdump-tree-vect" } */

/* The loop around does nothing else: it has a version as well. */
int f (int a[16][16]) {
  int c = 0;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      if (a[i][j] > 0)
        c += a[i][j];
  return c;
}

/* { dg-final { scan-tree-dump "Found vectorizable outer loop for versioning" "ifcvt" } } */
/* { dg-final { scan-tree-dump "LOOP_VECTORIZED \\(1, 4\\)" "ifcvt" } } */
/* { dg-final { scan-tree-dump "LOOP_VECTORIZED \\(3, 5\\)" "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "LOOP_VECTORIZED" "vect" } } */
