/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* What inlining made and the early passes folded away is gone. */
static inline int twice (int x) { return x + x; }
static inline int id (int x) { return x; }
int f (int a)
{
  return id (twice (id (a)));
}

/* { dg-final { scan-tree-dump "Function f.*Released 6 names, 150.00%, removed 6 holes" "release_ssa" } } */
/* { dg-final { scan-tree-dump "_3 = a_2\\(D\\) \\* 2;" "release_ssa" } } */
