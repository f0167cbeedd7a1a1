/* { dg-do compile } */
/* { dg-options "-Os -fno-early-inlining -fno-partial-inlining -fdump-ipa-inline" } */
/* What a range rules out is not copied: the function is small where the call is in the loop, and large elsewhere. */
extern void much (void);
int many (int a)
{
  if (a > 100)
    {
      much (); much (); much (); much (); much (); much (); much (); much (); much (); much ();
    }
  return a;
}
int loop (void) { int s = 0; for (int i = 0; i < 100; i++) s += many (i); return s; }
int other (int n) { return many (n) + many (n + 1); }

/* { dg-final { scan-ipa-dump "many/\[0-9\]*\[^\\n\]*inline copy in loop" "inline" } } */
/* { dg-final { scan-ipa-dump-not "many/\[0-9\]*\[^\\n\]*inline copy in other" "inline" } } */
