/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

volatile int v;

void
f (int a)
{
  v = 3;
  if (a)
    v = a;
}

void
h (volatile int *p, int a)
{
  if (a)
    *p = 1;
  else
    *p = 2;
}

/* { dg-final { scan-tree-dump {\*p_[0-9]+\(D\) =.v. 2;} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
