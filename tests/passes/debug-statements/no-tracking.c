/* Without binds, markers stay. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fno-var-tracking -fdump-tree-ssa" } */

int f (int a)
{
  int x = a + 1;
  return x;
}

/* { dg-final { scan-tree-dump-not "=>" "ssa" } } */
/* { dg-final { scan-tree-dump-times "# DEBUG BEGIN_STMT" 2 "ssa" } } */
