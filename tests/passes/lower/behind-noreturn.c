/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower -fdump-tree-cfg" } */

/* Code after a call that does not come back is still there: the control flow graph leaves it out. */
int g (int);
int f (int n)
{
  __builtin_abort ();
  g (n);
  return 3;
}

/* { dg-final { scan-tree-dump "g \\(n\\);" "lower" } } */
/* { dg-final { scan-tree-dump "return D" "lower" } } */
/* { dg-final { scan-tree-dump-not "g \\(n\\);" "cfg" } } */
