/* What the program says of its branches goes before what is guessed. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */
extern void slow (void) __attribute__ ((cold));
extern int g (int);
int expects (int x)
{
  if (__builtin_expect (x == 3, 0))
    return g (x);
  return 2 * x;
}
int cold_call (int x)
{
  if (x == 3)
    {
      g (x);
      slow ();
    }
  return 2 * x;
}
/* { dg-final { scan-tree-dump-times {__builtin_expect heuristics of edge 2->3: 10.00%} 1 "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times {call heuristics of edge 2->3 \(ignored\): 33.00%} 2 "profile_estimate" } } */
/* { dg-final { scan-tree-dump-times {cold function call heuristics of edge 2->3: 0.04%} 1 "profile_estimate" } } */
