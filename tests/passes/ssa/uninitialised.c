/* { dg-do compile } */
/* { dg-options "-O2 -w -fdump-tree-ssa" } */

/* The default definition of a variable without a value. */
int f (int c)
{
  int v;
  if (c)
    v = 3;
  return v;
}

/* { dg-final { scan-tree-dump "PHI <v_\[0-9\]+\\(D\\)\\(2\\), v_\[0-9\]+\\(3\\)>" "ssa" } } */
