/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chen -fdump-tree-lexpre-details-stats" } */

/* What only one arm computes does not go before an endless loop. */
void g (void);
int f (int a, int b, int c, int d)
{
  int x = 0;
  if (c)
    x = a / b;
  if (d)
    for (;;)
      ;
  return x + a / b;
}

/* { dg-final { scan-tree-dump {x = a / b;} "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
