/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread" } */

/* A pointer that has been gone through is not null. */
int g (int);

int
f (int *p, int c)
{
  int x = 0;
  if (c)
    x = *p;
  else
    goto out;
  if (p)
    return g (x);
out:
  return 1;
}

/* { dg-final { scan-tree-dump { = \*p_} "ethread" } } */
/* { dg-final { scan-tree-dump-not {p_\d+\(D\) .= 0B} "ethread" } } */
