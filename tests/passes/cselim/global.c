/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* A variable is no reference.  */

int v;

void
f (int a)
{
  v = 3;
  if (a)
    v = a;
}

/* { dg-final { scan-tree-dump {  v = a_} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
