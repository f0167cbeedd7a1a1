/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* What may read between keeps the first store. */
extern void use (void);
int f (int *p, int *q)
{
  *p = 1;
  int r = *q;
  *p = 2;
  use ();
  *p = 3;
  return r;
}

/* { dg-final { scan-tree-dump-not "Deleted" "dse1" } } */
/* { dg-final { scan-tree-dump-times "\\*p_\[0-9\]+\\(D\\) = " 3 "dse1" } } */
