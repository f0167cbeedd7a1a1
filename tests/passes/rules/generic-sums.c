/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original-folding" } */

/* Rules that only trees are simplified by: masks after shifts, sums that wrap around, bounded sums. */

/* { dg-final { scan-tree-dump "Applying pattern rshift_keeps_all" "original" } } */
unsigned rshift_keeps_all (unsigned u)
{
  return u >> 24 & 255;
}

/* { dg-final { scan-tree-dump "Applying pattern converted_rshift_keeps_all" "original" } } */
int converted_rshift_keeps_all (unsigned u)
{
  return (int) (u >> 7) & 33554431;
}

/* { dg-final { scan-tree-dump "Applying pattern and_low_bits" "original" } } */
unsigned and_low_bits (unsigned h, unsigned n)
{
  return h & ((1u << n) - 1);
}

/* { dg-final { scan-tree-dump "Applying pattern or_of_inverted_rest" "original" } } */
unsigned or_of_inverted_rest (unsigned x)
{
  return (x & ~32768u) | (~x & 32768u);
}

/* { dg-final { scan-tree-dump "Applying pattern sum_wraps\\n" "original" } } */
int sum_wraps (unsigned a)
{
  return a + 4 < a;
}

/* { dg-final { scan-tree-dump "Applying pattern bounded_sum" "original" } } */
int bounded_sum (int c)
{
  return c <= 100 ? c + 18 : 118;
}
