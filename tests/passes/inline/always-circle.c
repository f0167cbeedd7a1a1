/* An always-inline function calls itself through others: it is taken before those it is inlined in, whoever is defined
   first. Then functions in the circle come newest first, after what they call outside of it. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-einline -fdump-tree-ssa" } */

static int ask (int n, int depth);

static inline __attribute__ ((always_inline)) int
body (int n, int depth)
{
  if (n > 100 || depth > 3)
    return n;
  return ask (n * 3, depth + 1) + 1;
}

static int
by_default (int n, int depth)
{
  return body (n, depth);
}

static int
choose (int n, int depth)
{
  return by_default (n, depth);
}

static int
ask (int n, int depth)
{
  return choose (n, depth);
}

int
use (int n)
{
  return ask (n, 0);
}

int
main (void)
{
  return use (2) != 166;
}

/* { dg-final { scan-tree-dump {;; Function body .*;; Function by_default .*;; Function choose .*;; Function ask .*;; Function use } "einline" } } */
/* { dg-final { scan-tree-dump-not "= body \\(" "einline" } } */
