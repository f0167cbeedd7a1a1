/* After inlining, counts are those of the probabilities, and still tell how often a block is executed for each call. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp2 -fno-partial-inlining" } */
extern int ext (int);
static int loop (int n)
{
  int s = 0;
  for (int i = 0; i != n; i++)
    s += ext (i) * ext (i + 1) + ext (i + 2) * ext (i + 3);
  return s;
}
int once (int n) { return loop (n + 1); }
/* { dg-final { scan-tree-dump "local count: 9761289362" "ccp2" } } */
/* { dg-final { scan-tree-dump-times "local count: 1073741824" 2 "ccp2" } } */
