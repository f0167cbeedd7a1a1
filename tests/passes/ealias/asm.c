/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* An asm may store what it is given anywhere, and yield what others know. */

int
f (void)
{
  int x = 1, y = 2, *p;
  asm volatile ("" : "=r" (p), "=m" (y) : "r" (&x));
  return *p;
}

/* { dg-final { scan-tree-dump {ESCAPED = &y} "ealias" } } */
/* { dg-final { scan-tree-dump {p_\d+ = NONLOCAL} "ealias" } } */
/* { dg-final { scan-tree-dump {ESCAPED = &x} "ealias" } } */
/* { dg-final { scan-tree-dump {ESCAPED = \{ ESCAPED NONLOCAL (x y|y x) \}} "ealias" } } */
