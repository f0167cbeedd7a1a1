/* A call through a parameter becomes one of the function that is passed, though that cannot be inlined; with
   -fno-indirect-inlining nothing is known of it here (file callback-off.c).  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-ipa-cp -fdump-ipa-inline-details" } */
int called (int);

static __attribute__ ((noinline)) int
twice (int x)
{
  return called (x) * 2;
}

extern int elsewhere (int);

static int
apply (int (*f) (int), int x)
{
  return f (x) + 1;
}

int
test (int x)
{
  return apply (twice, x) + apply (elsewhere, x);
}

/* { dg-final { scan-ipa-dump-not "indirect_call" "inline" } } */
/* { dg-final { scan-ipa-dump-times "to direct call to twice" 1 "inline" } } */
/* { dg-final { scan-ipa-dump-times "to direct call to elsewhere" 1 "inline" } } */
/* { dg-final { scan-ipa-dump "not inlinable: apply\[^\\n\]* -> twice\[^\\n\]*, function not inlinable" "inline" } } */
