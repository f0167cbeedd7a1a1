/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* Nothing says that the memory may be written.  */

void
f (int *p, int a)
{
  if (a)
    *p = a;
}

/* { dg-final { scan-tree-dump {\*p_[0-9]+\(D\) = a_} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
