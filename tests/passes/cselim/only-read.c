/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* What has been read may be constant, or be read by another thread.  */

void
f (int *p, int a)
{
  int x = *p;
  if (a > x)
    *p = a;
}

/* { dg-final { scan-tree-dump {\*p_[0-9]+\(D\) = a_} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
