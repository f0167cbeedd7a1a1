/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa -fdump-tree-fixup_cfg3" } */

/* A call of abort has the CFG cleaned up: the block before the loop, which the loop was given, goes. */
int use (int);

void
f (int n, int *p)
{
  if (n > 3)
    n = use (n);
  do
    if (p[n])
      __builtin_abort ();
  while (n--);
}

/* { dg-final { scan-tree-dump-times "  <bb \[0-9\]+> " 8 "release_ssa" } } */
/* { dg-final { scan-tree-dump-times "  <bb \[0-9\]+> " 7 "fixup_cfg3" } } */
