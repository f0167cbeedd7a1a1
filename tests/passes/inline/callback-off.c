/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-ipa-cp -fno-indirect-inlining -fdump-ipa-inline-details" } */
int called (int);

static int
twice (int x)
{
  return called (x) * 2;
}

static int
apply (int (*f) (int), int x)
{
  return f (x) + 1;
}

int
test (int x)
{
  return apply (twice, x);
}

/* { dg-final { scan-ipa-dump "indirect call loop depth: 0 freq:1.00" "inline" } } */
/* { dg-final { scan-ipa-dump "apply\[^\\n\]* is inline copy in test" "inline" } } */
/* { dg-final { scan-ipa-dump-not "to direct call" "inline" } } */
