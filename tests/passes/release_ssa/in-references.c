/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* Names inside references to memory: bases, indices, and addresses. */
int a[10];
int f (int **p, int i)
{
  int k = i * 1 + 0;
  int unused = k * 5;
  int *q = *p;
  int *r = &a[k];
  q[2] = *r;
  return q[k + 1 - 1];
}

/* { dg-final { scan-tree-dump "q_10 = \\*p_9\\(D\\);" "release_ssa" } } */
/* { dg-final { scan-tree-dump "MEM <int.10.> .\\(int \\*\\)&a..i_7\\(D\\).;" "release_ssa" } } */
/* { dg-final { scan-tree-dump "MEM.\\(int \\*\\)q_10 \\+ 8B. = _1;" "release_ssa" } } */
/* { dg-final { scan-tree-dump "Released 4 names" "release_ssa" } } */
