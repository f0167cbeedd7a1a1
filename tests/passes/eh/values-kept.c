/* What is returned has been computed before the cleanup changes it. */
/* { dg-do run } */
/* { dg-options "-O2" } */
static int seen;
static void twice (int *p) { *p *= 2; seen += *p; }
__attribute__ ((noipa)) static int f (int n)
{
  int kept __attribute__ ((cleanup (twice))) = n;
  {
    int inner __attribute__ ((cleanup (twice))) = kept + 1;
    if (n > 3)
      return kept + inner;
    kept += inner;
  }
  return kept;
}
int main (void)
{
  if (f (5) != 11 || seen != 12 + 10 || f (1) != 3 || seen != 22 + 4 + 6)
    __builtin_abort ();
  return 0;
}
