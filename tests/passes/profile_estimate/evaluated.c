/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */

/* How often a loop goes round is found by doing what it does. */
int f (void)
{
  int n = 0;
  for (unsigned x = 8; (x & 1) == 0; x >>= 1)
    n++;
  return n;
}

void g (void);

void h (void)
{
  for (double x = 0; x < 20; x += 1)
    g ();
}

/* { dg-final { scan-tree-dump "loop iterations heuristics of edge \[0-9\]+->\[0-9\]+: 25.00%" "profile_estimate" } } */
/* { dg-final { scan-tree-dump "loop iterations heuristics of edge \[0-9\]+->\[0-9\]+: 4.76%" "profile_estimate" } } */
