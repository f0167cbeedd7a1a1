/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1 -fdump-tree-forwprop1" } */

/* A statement in which nothing was replaced stays as it is; forwprop folds it. */
int f (int a)
{
  int b = a + 3;
  return b + 4;
}

/* { dg-final { scan-tree-dump "b_\[0-9\]+ \\+ 4" "ccp1" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]+.D. \\+ 7" "forwprop1" } } */
