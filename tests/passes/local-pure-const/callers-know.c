/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1 -fdump-tree-optimized" } */

/* A function found not to return ends the block of its callers, and the heading of its dumps says how often it is run. */
void exit (int);

static __attribute__ ((noinline, noclone)) void leaves (int x)
{
  exit (x);
}

int g;

int caller (int x)
{
  leaves (x);
  return g;
}

int main (void)
{
  if (g)
    exit (1);
  exit (0);
}

/* { dg-final { scan-tree-dump "Function found to be noreturn: leaves" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function main \\(main, \[^\n\]* \\(executed once\\)" "optimized" } } */
/* { dg-final { scan-tree-dump-not "return _" "optimized" } } */
