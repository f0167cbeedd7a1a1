/* A function may be larger where its loop is known to be gone round so often; not where it is not. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline-details -fno-partial-inlining -fno-ipa-cp" } */
int arr[100];
extern int ext (int);
static void work (int a)
{
  for (int i = 0; i < a; i++)
    arr[i] = ext (i) + ext (a) + ext (i + a);
}
void known (void) { work (3); }
void unknown (void) { work (ext (9)); }

/* { dg-final { scan-ipa-dump "IPA hints: loop_iterations" "inline" } } */
/* { dg-final { scan-ipa-dump "Inlined work/\[0-9\]+ into known/" "inline" } } */
/* { dg-final { scan-ipa-dump "not inlinable: unknown/\[0-9\]+ -> work/\[0-9\]+, --param max-inline-insns-auto limit reached" "inline" } } */
