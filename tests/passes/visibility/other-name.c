/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* Nor one that has another name; the alias is visible, its target stays what it is. */
static int target (int x) { return x + 1; }
extern int name (int) __attribute__ ((alias ("target")));
int f (int x) { return target (x); }

/* { dg-final { scan-ipa-dump "Marking local functions:\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible functions:.* name/" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible functions: \[^\n\]*f/" "visibility" } } */
