/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* What may be missing, and what is to stay. */
extern void perhaps (void) __attribute__ ((weak));
static void __attribute__ ((used)) kept (void) { }
void f (void)
{
  if (perhaps)
    perhaps ();
}

/* { dg-final { scan-ipa-dump {Visibility: semantic_interposition external public weak} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Visibility: force_output semantic_interposition} "cgraph" } } */
