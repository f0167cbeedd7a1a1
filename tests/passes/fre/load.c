/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* A load after a store of the same place gets the stored value. */
int f (int *p, int v)
{
  *p = v;
  return *p;
}

/* { dg-final { scan-tree-dump "return v_" "fre1" } } */
