/* { dg-do compile } */
/* { dg-options "-O2 -fno-delete-null-pointer-checks -fdump-tree-ethread" } */

/* There may be something at address zero. */
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

/* { dg-final { scan-tree-dump {p_\d+\(D\) .= 0B} "ethread" } } */
