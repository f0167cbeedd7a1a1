/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* What is passed to a pure function is used by the call and does not escape; the function may return it. */

int *pick (int *) __attribute__ ((pure));

int
f (void)
{
  int x = 1;
  int *p = pick (&x);
  return *p;
}

/* { dg-final { scan-tree-dump {CALLUSED\(\d+\) = \{ ESCAPED NONLOCAL x \}} "ealias" } } */
/* { dg-final { scan-tree-dump {p_\d+ = \{ ESCAPED NONLOCAL x \}} "ealias" } } */
/* { dg-final { scan-tree-dump {CALLCLOBBERED\(\d+\) = \{ \}} "ealias" } } */
/* { dg-final { scan-tree-dump-not {ESCAPED = .[^\n]* x } "ealias" } } */
