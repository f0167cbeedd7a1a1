/* Independent evidence adds up: a pointer is rarely null, and a call that is guarded is rarely made. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */
extern void report (void);
int f (int *p)
{
  if (p == 0)
    report ();
  return 3;
}
int even (int x)
{
  switch (x)
    {
    case 1: return x + 7;
    case 2: report ();
    case 9: return x - 4;
    }
  return x;
}
/* { dg-final { scan-tree-dump {DS theory heuristics: 17.43%} "profile_estimate" } } */
/* { dg-final { scan-tree-dump {pointer \(on trees\) heuristics of edge 2->3: 30.00%} "profile_estimate" } } */
/* { dg-final { scan-tree-dump {goto <bb 3>; \[17.43%\]} "profile_estimate" } } */
/* { dg-final { scan-tree-dump {4 edges in bb 2 predicted to even probabilities} "profile_estimate" } } */
