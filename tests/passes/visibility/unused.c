/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* What nothing needs is not there any more, nor what only that calls. */
static int below (int x) { return x + 1; }
static int unused (int x) { return below (x); }
static int needed (int x) { return x + 2; }
int f (int x) { return needed (x); }

/* { dg-final { scan-ipa-dump "Marking local functions: needed/\[0-9\]+\n" "visibility" } } */
