/* { dg-do compile } */
/* { dg-options "-O2 -fno-code-hoisting -fdump-tree-pre-stats" } */

/* a + b is computed on one arm and again below: it is inserted on the other arm. */
extern void g (int);
int f (int a, int b, int c)
{
  if (c)
    g (a + b);
  else
    g (0);
  return a + b;
}

/* { dg-final { scan-tree-dump "Eliminated: 1" "pre" } } */
/* { dg-final { scan-tree-dump-times "a_\[0-9\]+\\(D\\) \\+ b_|b_\[0-9\]+\\(D\\) \\+ a_" 2 "pre" } } */
