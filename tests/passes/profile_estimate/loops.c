/* A loop of ten rounds is left once in eleven times; one of which nothing is known once in nine, and what runs most
   often has the greatest count. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */
extern int a[];
int ten (void)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    s += a[i];
  return s;
}
int some (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
/* { dg-final { scan-tree-dump-times {loop iterations heuristics of edge 4->5: 9.09%} 1 "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times {loop exit heuristics of edge 4->5: 11.00%} 1 "profile_estimate" } } */
/* { dg-final { scan-tree-dump {cyclic probability of bb 4 is 0.890000; turning freq 1.000000 to 9.090909} "profile_estimate" } } */
/* { dg-final { scan-tree-dump {\[local count: 118111600\]} "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times {\[local count: 1073741824\]} 2 "profile_estimate" } } */
