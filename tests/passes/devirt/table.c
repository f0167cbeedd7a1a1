/* The symbol table says what each symbol refers to, who may see it, and how it is used; bodies follow. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-devirt -fdump-ipa-visibility" } */
static int counter = 3;
const int limit = 10;
extern int outside;
static int callback (int x) { return x + counter; }
int (*hook) (int) = callback;
__attribute__ ((noinline)) static int count (int x) { counter++; return x + outside; }
int calls (int x) { return hook (x) + count (x); }
int other_name (int) __attribute__ ((alias ("calls")));

/* { dg-final { scan-ipa-dump "count/\[0-9\]+ \\(count\\)\[^\\n\]*\\n  Type: function definition analyzed\\n  Visibility: semantic_interposition prevailing_def_ironly\\n  References: counter/\[0-9\]+ \\(read\\) counter/\[0-9\]+ \\(write\\) outside/\[0-9\]+ \\(read\\) \\n  Referring: \\n  Availability: local\\n  Function flags: count:1073741824 \\(estimated locally\\) body local\\n  Called by: calls/\[0-9\]+ " "devirt" } } */
/* { dg-final { scan-ipa-dump "outside/\[0-9\]+ \\(outside\\)\[^\\n\]*\\n  Type: variable\\n  Body removed by symtab_remove_unreachable_nodes\\n  Visibility: semantic_interposition external public\\n" "devirt" } } */
/* { dg-final { scan-ipa-dump "hook/\[0-9\]+ \\(hook\\)\[^\\n\]*\\n  Type: variable definition analyzed\\n  Visibility: externally_visible semantic_interposition public\\n  References: callback/\[0-9\]+ \\(addr\\) \\n  Referring: calls/\[0-9\]+ \\(read\\) \\n  Availability: available\\n  Varpool flags: initialized\\n" "devirt" } } */
/* { dg-final { scan-ipa-dump "  Address is taken.\\n  References: counter/\[0-9\]+ \\(read\\) \\n" "devirt" } } */
/* { dg-final { scan-ipa-dump "definition analyzed alias\\n\[^\\n\]*\\n  References: calls/\[0-9\]+ \\(alias\\) \\n" "devirt" } } */
/* { dg-final { scan-ipa-dump "   Indirect call\\(1073741824 \\(estimated locally\\),1.00 per call\\) num speculative call targets: 0\\n" "devirt" } } */
/* { dg-final { scan-ipa-dump "limit/\[0-9\]+ \\(limit\\)\[^#\]*  Varpool flags: initialized read-only const-value-known\\n" "devirt" } } */
/* { dg-final { scan-ipa-dump "\\nint calls \\(int x\\)\\n\{" "devirt" } } */
/* { dg-final { scan-ipa-dump "  Function flags: body local\\n" "visibility" } } */
