/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* Of variables those are visible that are defined here and not static. */
static int ours;
int theirs = 3, tentative;
extern int elsewhere;
static int *const pointer = &ours;
int f (void) { static int inside; return inside++ + elsewhere + *pointer + ours; }

/* { dg-final { scan-ipa-dump "Marking externally visible variables: tentative/\[0-9\]+ theirs/\[0-9\]+\n" "visibility" } } */
