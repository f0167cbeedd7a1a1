/* What pointers point to, above where they are defined: { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias-alias" } */

int *gp;

int f (int *p, int **q, int n)
{
  int x = 1, *r = &x;
  if (n)
    r = p;
  *r = 3;
  *q = r;
  gp = p;
  return **q + x;
}

/* { dg-final { scan-tree-dump "\n  # PT = nonlocal null \n  int \\* p_\[0-9\]+\\(D\\) = p;" "ealias" } } */
/* { dg-final { scan-tree-dump "\n  int n_\[0-9\]+\\(D\\) = n;" "ealias" } } */
/* { dg-final { scan-tree-dump "\n  # PT = nonlocal null \\{ D\\.\[0-9\]+ \\} \\(escaped\\)\n  # r_" "ealias" } } */
/* { dg-final { scan-tree-dump "\n  # PT = nonlocal escaped null \n  _\[0-9\]+ = \\*q_" "ealias" } } */
