/* What a call's constants decide counts nothing, and a call that is never made then is unreachable at once. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-einline-details -fno-partial-inlining" } */
int g (int, int), h (int);

static int by_case (int kind, int x)
{
  if (kind == 3)
    {
      int r = g (kind, x + 1);
      return r * g (x, r) + h (r);
    }
  return x;
}
int decided (int x) { return by_case (2, x); }
int undecided (int kind, int x) { return by_case (kind, x) + by_case (kind + 1, x); }

static int by_bits (int flags, int x)
{
  if (((flags & 12) >> 2) == 1)
    return g (x, g (x, h (x)));
  return x;
}
int operated (int x) { return by_bits (8, x); }
int operated_upon (int x) { return by_bits (4, x); }

static int by_switch (int kind, int x)
{
  switch (kind)
    {
    case 1: return g (x, h (1));
    case 2 ... 5: return h (x) * h (2);
    default: return x;
    }
}
int switched (int x) { return by_switch (9, x); }
int switched_upon (int x) { return by_switch (4, x); }
/* { dg-final { scan-tree-dump "Inlining by_case/\\d+ into decided/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump-not "into undecided/" "einline" } } */
/* { dg-final { scan-tree-dump "Inlining by_bits/\\d+ into operated/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump-not "into operated_upon/" "einline" } } */
/* { dg-final { scan-tree-dump "Inlining by_switch/\\d+ into switched/\\d+" "einline" } } */
/* { dg-final { scan-tree-dump-not "into switched_upon/" "einline" } } */
/* { dg-final { scan-tree-dump-times "Introduced new external node .__builtin_unreachable/\\d+" 1 "einline" } } */
