/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-eh" } */

/* Ways out that lead to the same place share a cleanup. */
void note (int *);
int loud (int *);
int f (int n)
{
  int kept __attribute__ ((cleanup (note))) = n;
  if (loud (&n))
    return 1;
  if (loud (&kept))
    return 2;
  return n;
}

/* { dg-final { scan-tree-dump-times "note \\(&kept\\);" 1 "eh" } } */
/* { dg-final { scan-tree-dump "return D.\[0-9\]+;" "eh" } } */
