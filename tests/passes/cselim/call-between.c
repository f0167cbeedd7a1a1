/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* A call may have freed it.  */

void g (void);

void
f (int *p, int a)
{
  *p = 1;
  g ();
  if (a)
    *p = a;
}

/* { dg-final { scan-tree-dump {\*p_[0-9]+\(D\) = a_} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
