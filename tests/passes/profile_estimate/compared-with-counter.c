/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */

/* A test within a loop of its counter, or of something beside it, holds for a known part of the steps. */
int f (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    {
      if (i < 20)
	s += p[i];
      else
	s -= p[i];
    }
  return s;
}

int g (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i < n - 1)
      s += p[i];
  return s;
}

int a[5], b[7];

void by_arrays (int n)
{
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}

/* { dg-final { scan-tree-dump "loop iv compare heuristics of edge 3->4: 20.00%" "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times "guess loop iv compare heuristics" 1 "profile_estimate" } } */
/* { dg-final { scan-tree-dump "guessed loop iterations heuristics of edge 4->5: 16.67%" "profile_estimate" } } */
