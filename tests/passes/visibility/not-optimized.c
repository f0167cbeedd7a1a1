/* { dg-do compile } */
/* { dg-options "-O0 -fdump-ipa-visibility" } */

/* Without optimisation nothing is local, as nothing is made of it. */
static int inner (int x) { return x + 1; }
int outer (int x) { return inner (x); }

/* { dg-final { scan-ipa-dump "Marking local functions:\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible functions: outer/1\n" "visibility" } } */
