/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* Nothing says that the memory may be written.  */

void
f (int *p, int a)
{
  if (a)
    *p = a;
}

/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
