/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chen -fdump-tree-lexpre-details-stats" } */

/* The call may not return, so the division stays after it; the product may go before it. */
void g (int);
int f (int a, int b, int n)
{
  int s = 0;
  do
    {
      g (s);
      s += a / b;
      s += a * b;
      n--;
    }
  while (n > 0);
  return s;
}

/* { dg-final { scan-tree-dump "(mr|chow|chen|lcm): a / b" "lexpre" } } */
/* { dg-final { scan-tree-dump "lcmtmp\\.\[0-9\]+ = a \\* b;" "lexpre" } } */
/* { dg-final { scan-tree-dump "Insertions: 1" "lexpre" } } */
