/* Why calls are not inlined is counted, and the functions follow as they are then. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline" } */
extern int other (int);
__attribute__ ((noinline)) static int apart (int x) { return other (x) + 1; }
int f (int x) { return apart (x) + other (x + 1); }

/* { dg-final { scan-ipa-dump "Why inlining failed.\\nfunction body not available  +:        2 calls, 2.000000 freq, 0 count\\nfunction not inlinable  +:        1 calls, 1.000000 freq, 0 count\\n" "inline" } } */
/* { dg-final { scan-ipa-dump "  Called by: f/\[0-9\]+ \\(1073741824 \\(estimated locally\\),1.00 per call\\) \\n" "inline" } } */
/* { dg-final { scan-ipa-dump ";; Function f \[^\\n\]*\\n\\nint f \\(int x\\)" "inline" } } */
