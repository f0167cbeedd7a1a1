/* A function goes into itself eight times; what it does is the same. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-inline-details -fno-partial-inlining" } */
__attribute__ ((noclone)) int fib (int n)
{
  if (n < 2)
    return n;
  return fib (n - 1) + fib (n - 2);
}
__attribute__ ((noclone)) unsigned ackermann (unsigned m, unsigned n)
{
  if (!m)
    return n + 1;
  return ackermann (m - 1, n ? ackermann (m, n - 1) : 1);
}
int main (void)
{
  if (fib (20) != 6765 || ackermann (2, 9) != 21)
    __builtin_abort ();
  return 0;
}
/* { dg-final { scan-ipa-dump "Performing recursive inlining on fib" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined 8 times, body grown from size 12 to 60, time 25.590909 to 85.003535" "inline" } } */
/* { dg-final { scan-ipa-dump "not inlining recursively: --param max-inline-recursive-depth exceeded" "inline" } } */
