/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* Constants reach through assignments and arithmetic. */
int f (void)
{
  int x = 5;
  int y = x + 10;
  return y * 2;
}

/* { dg-final { scan-tree-dump "return 30;" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "\\*" "ccp1" } } */
