/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */

/* What moves away from where it began is soon greater.  */

extern int global;
int bar (int);

void foo (int base, int bound)
{
  for (int i = base; i <= bound; i++)
    if (i > base)
      global += bar (i);
}

/* { dg-final { scan-tree-dump "guess loop iv compare heuristics of edge\[^:\]*: 64.00%" "profile_estimate" } } */
