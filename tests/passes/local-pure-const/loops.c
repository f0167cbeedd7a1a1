/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* A loop that is counted ends; of another it is not known, but where a function may be left out that is as good. */
int f (int n)
{
  int r = 1;
  for (int i = 0; i < n; i++)
    r += i * r;
  return r;
}

int g (unsigned n)
{
  for (;;)
    if ((n = n * 5 + 1) == 7)
      return n;
}

/* { dg-final { scan-tree-dump "Function found to be const: f/0" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function found to be looping const: g/1" "local-pure-const1" } } */
