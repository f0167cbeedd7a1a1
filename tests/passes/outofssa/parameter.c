/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* A parameter that is changed shares its place with what it becomes. */
int g (int);
int f (int n)
{
  while (g (n))
    n--;
  return n;
}

/* { dg-final { scan-tree-dump "partition \[0-9\]+: n_\[0-9\]+ n_\[0-9\]+\\(D\\) n_" "outofssa" } } */
/* { dg-final { scan-tree-dump ", 0 left, 0 temporaries" "outofssa" } } */
