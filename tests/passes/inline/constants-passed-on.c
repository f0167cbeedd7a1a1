/* A constant is known two calls further down: what it decides is decided there, and calls that are never made are gone. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-inline-details -fdump-tree-optimized -fno-partial-inlining -fno-ipa-cp -fno-ipa-sra" } */
int calls;
__attribute__ ((noipa)) int ext (int n) { calls++; return n; }
static int inner (int kind, int n)
{
  if (kind == 1)
    return ext (n) + ext (n + 1) + ext (n + 2);
  if (kind == 2)
    return ext (n) * ext (n + 3);
  return n;
}
static int outer (int kind, int n) { return inner (kind, n) + ext (n) + inner (kind, n + 1); }
__attribute__ ((noipa)) int none (int n) { return outer (5, n); }
__attribute__ ((noipa)) int product (int n) { return outer (2, n); }
__attribute__ ((noipa)) int any (int kind, int n) { return outer (kind, n); }
int main (void)
{
  if (none (4) != 13 || calls != 1)
    __builtin_abort ();
  if (product (4) != 28 + 4 + 40 || calls != 6)
    __builtin_abort ();
  if (any (1, 1) != 6 + 1 + 9 || calls != 13)
    __builtin_abort ();
  return 0;
}
/* { dg-final { scan-ipa-dump "Inlined outer/\[0-9\]+ into none" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined inner/\[0-9\]+ into outer" "inline" } } */
