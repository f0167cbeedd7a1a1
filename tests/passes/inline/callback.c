/* What calls its parameter is inlined where a function is passed, and that function in turn.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fno-ipa-cp -fdump-ipa-inline-details -fdump-tree-optimized" } */
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

/* { dg-final { scan-ipa-dump "IPA hints: indirect_call" "inline" } } */
/* { dg-final { scan-ipa-dump "Discovered an indirect call to a known target \\(apply/\[0-9\]+ -> twice/\[0-9\]+\\), for stmt" "inline" } } */
/* { dg-final { scan-ipa-dump "converting indirect call in apply/\[0-9\]+ to direct call to twice/\[0-9\]+" "inline" } } */
/* { dg-final { scan-ipa-dump "twice\[^\\n\]* is inline copy in test" "inline" } } */
/* { dg-final { scan-ipa-dump "\\(inlined\\) \\(indirect_inlining\\)" "inline" } } */
/* { dg-final { scan-tree-dump "called \\(x_\[0-9\]+\\(D\\)\\);\\n\[^\\n\]*\\* 2;" "optimized" } } */
/* { dg-final { scan-tree-dump-not "apply|twice" "optimized" } } */
