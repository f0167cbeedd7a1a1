/* A variable that nothing uses and whose value is nowhere known has no binds after `release_ssa`. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-cddce1 -fdump-tree-release_ssa" } */

extern int g (void);
int f (int a)
{
  int x = g ();
  return a;
}

/* { dg-final { scan-tree-dump "# DEBUG x => NULL" "cddce1" } } */
/* { dg-final { scan-tree-dump-not "# DEBUG x" "release_ssa" } } */
