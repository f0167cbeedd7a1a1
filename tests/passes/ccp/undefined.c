/* { dg-do compile } */
/* { dg-options "-O1 -w -fdump-tree-ccp1" } */

/* An undefined argument does not spoil the constant. */
int f (int c)
{
  int v;
  if (c)
    v = 3;
  return v;
}

/* { dg-final { scan-tree-dump "return 3;" "ccp1" } } */
