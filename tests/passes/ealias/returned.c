/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias -Wno-return-local-addr" } */

/* What is returned escapes: allocated memory does, a local variable is no more. */

int *
f (int c)
{
  int x;
  int *p = __builtin_malloc (sizeof *p);
  *p = 3;
  return c ? p : &x;
}

/* { dg-final { scan-tree-dump {ESCAPED = \{ [^\n]*HEAP\(\d+\) \}} "ealias" } } */
/* { dg-final { scan-tree-dump {\(escaped, escaped heap\)} "ealias" } } */
/* { dg-final { scan-tree-dump-not {ESCAPED = .[^\n]* x } "ealias" } } */
