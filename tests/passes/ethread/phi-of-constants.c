/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread-details" } */

/* A φ of constants decides the branch after it; the branch alone is on the path. */
void g (int);

int
f (int a, int b)
{
  int x;
  if (a)
    {
      g (1);
      x = 1;
    }
  else
    {
      g (2);
      x = 0;
    }
  if (x)
    return b;
  return 7;
}

/* { dg-final { scan-tree-dump-times "Registering jump thread" 2 "ethread" } } */
/* { dg-final { scan-tree-dump-times "  if " 1 "ethread" } } */
