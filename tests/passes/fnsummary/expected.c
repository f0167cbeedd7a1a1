/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-fnsummary1" } */

/* The comparison that __builtin_expect gets will be the condition's, and takes nothing. */

void g (void);

/* { dg-final { scan-tree-dump "summary for tested/\[0-9\]+ inlinable\n  global time:     \[0-9.\]+\n  self size:       6\n" "local-fnsummary1" } } */
int tested (int a, int b)
{
  if (__builtin_expect (a < b, 1))
    g ();
  return 1;
}

/* { dg-final { scan-tree-dump "summary for used/\[0-9\]+ inlinable\n  global time:     \[0-9.\]+\n  self size:       4\n" "local-fnsummary1" } } */
long used (int a, int b)
{
  return __builtin_expect (a < b, 1);
}
