/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* What returns fresh memory is like malloc; what returns what it has been handed is not. */
void *f (int n)
{
  return __builtin_malloc (n);
}

void *g (void *p, int n)
{
  return n ? __builtin_malloc (n) : p;
}

/* { dg-final { scan-tree-dump "Function found to be malloc: f/0" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "to be malloc: g" "local-pure-const1" } } */
