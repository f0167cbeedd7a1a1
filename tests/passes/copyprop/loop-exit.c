/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-copyprop1" } */

/* What leaves a loop is first a copy of what the loop begins with, then of what goes round: the latter is returned. */
int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}

/* { dg-final { scan-tree-dump "# (s_\[0-9\]+) = PHI <0\\(2\\).*return \\1;" "copyprop1" } } */
/* { dg-final { scan-tree-dump-times "PHI" 2 "copyprop1" } } */
