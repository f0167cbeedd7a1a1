/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* What an arm reads after its store keeps it.  */

int x;

void
f (int *p, int *q, int a)
{
  if (a)
    {
      *p = 1;
      x = *q;
    }
  else
    *p = 2;
}

/* { dg-final { scan-tree-dump {\*p_[0-9]+\(D\) = 1;} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
