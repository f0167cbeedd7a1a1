/* { dg-do compile } */
/* { dg-options "-O3 -fno-early-inlining -fno-partial-inlining -fdump-ipa-fnsummary -fdump-ipa-inline" } */
int ext (int);
struct five { int a, b, c, d, e; };
void take (int, struct five);

/* What is done when is known of calls; and how often an argument is another. */
int f (int n)
{
  if (n > 10)
    {
      ext (1);
      ext (2);
    }
  return n;
}

void g (int n, struct five s)
{
  for (int i = 0; i < 10; i++)
    take (i, s);
}

/* { dg-final { scan-ipa-dump "ext/\[0-9\]+ function body not available\n.*predicate: \\(op0 > 10\\)" "fnsummary" } } */
/* { dg-final { scan-ipa-dump "executed if:\\(not inlined\\)" "fnsummary" } } */
/* { dg-final { scan-ipa-dump "op1 change 9.990000% of time" "inline" } } */
