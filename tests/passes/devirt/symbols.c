/* C has no virtual functions; who calls whom is shown, once for each call. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-devirt" } */
__attribute__ ((noinline)) static int called (int x) { return x * x; }
int once (int x) { return called (x) + 1; }
int in_loop (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += called (i) * called (sum);
  return sum;
}
int alone (int x) { return x + 3; }

/* { dg-final { scan-ipa-dump-times "Symbol table:" 1 "devirt" } } */
/* { dg-final { scan-ipa-dump "once/\[0-9\]+ \\(once\\)\[^/\]*\\n  Type: function definition analyzed" "devirt" } } */
/* { dg-final { scan-ipa-dump-times "  Calls: called/\[0-9\]+ \\(1073741824 \\(estimated locally\\),1.00 per call\\) \\n" 1 "devirt" } } */
/* { dg-final { scan-ipa-dump-times "  Calls: called/\[0-9\]+ \[^\\n\]* called/\[0-9\]+ \[^\\n\]*,8.09 per call\\) \\n" 1 "devirt" } } */
/* { dg-final { scan-ipa-dump "alone/\[0-9\]+ \\(alone\\)" "devirt" } } */
