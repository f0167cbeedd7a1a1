/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* What is not known may still be a copy. */
int g (void);

int f (int *p)
{
  int x = *p;
  int y = x;
  int z = y;
  g ();
  return z;
}

/* { dg-final { scan-tree-dump "return x_\[0-9\]+;" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "y_" "ccp1" } } */
