/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* A static function that is only called is local; one that others see is not. */
static int inner (int x) { return x + 1; }
int outer (int x) { return inner (x); }

/* { dg-final { scan-ipa-dump "Marking local functions: inner/0\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible functions: outer/1\n" "visibility" } } */
