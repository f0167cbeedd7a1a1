/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* Calls of what is const or pure do not make a function more than that. */
int __attribute__ ((const)) c (int);
int __attribute__ ((pure)) p (int);
int z (void) { return 1; }
int f (int x)
{
  return c (x) + 1;
}

int w (void) { return 2; }
int g (int x)
{
  return c (x) + p (x);
}

/* { dg-final { scan-tree-dump "Function found to be const: f/1" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function found to be pure: g/3" "local-pure-const1" } } */
