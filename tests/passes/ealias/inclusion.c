/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* What one pointer may point to does not follow from what another one it is copied to may. */

void use (int *);

void
f (int c)
{
  int x, y;
  int *p = &x;
  int *q = c ? p : &y;
  use (q);
}

/* { dg-final { scan-tree-dump {iftmp\.\d+_\d+ = &x} "ealias" } } */
/* { dg-final { scan-tree-dump {iftmp\.\d+_\d+ = &y} "ealias" } } */
/* { dg-final { scan-tree-dump {iftmp\.\d+_\d+ = \{ (x y|y x) \}} "ealias" } } */
/* { dg-final { scan-tree-dump {ESCAPED, points-to non-local, points-to vars: \{ D\.\d+ D\.\d+ \} \(escaped\)} "ealias" } } */
