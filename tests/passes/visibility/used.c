/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* Nor one the program says is used, or that runs before main. */
__attribute__ ((used)) static int kept (int x) { return x + 1; }
__attribute__ ((constructor)) static void first (void) { }
__attribute__ ((destructor)) static void last (void) { }
static int plain (int x) { return x; }
int f (int x) { first (); last (); return kept (x) + plain (x); }

/* { dg-final { scan-ipa-dump "Marking local functions: plain/3\n" "visibility" } } */
