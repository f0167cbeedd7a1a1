/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-icf-details" } */
static const long a[2] = { 5, 6 };
static const long b[2] = { 5, 6 };
static const long c[2] = { 5, 6 };

const long *volatile p = a, *volatile q = b;

__attribute__ ((noinline)) long get (int i) { return c[i]; }

/* The addresses of two may be compared, that of the third is nobody's business. */
int main (void)
{
  return p == q || p[0] != 5 || q[1] != 6 || get (1) != 6;
}

/* { dg-final { scan-ipa-dump "Semantic equality hit:a/\[0-9\]+->b/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump "Not unifying; address of original may be compared." "icf" } } */
/* { dg-final { scan-ipa-dump-times "Unified; Variable alias has been created." 1 "icf" } } */
