/* A function is passed on through two others before it is called; what is passed to `unknown` stays a call through a
   pointer.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-ipa-cp -fdump-ipa-inline-details -fdump-tree-optimized" } */
int called (int);

static int
twice (int x)
{
  return called (x) * 2;
}

static int
inner (int (*f) (int), int x)
{
  return f (x) + 1;
}

static int
outer (int x, int (*g) (int))
{
  return inner (g, x + 3);
}

int
test (int x)
{
  return outer (x, twice);
}

int
unknown (int x, int (*h) (int))
{
  return outer (x, h);
}

/* { dg-final { scan-ipa-dump-times "to direct call to twice" 1 "inline" } } */
/* { dg-final { scan-ipa-dump "twice\[^\\n\]* is inline copy in test" "inline" } } */
/* { dg-final { scan-tree-dump-times "h_\[0-9\]+\\(D\\) \\(" 1 "optimized" } } */
