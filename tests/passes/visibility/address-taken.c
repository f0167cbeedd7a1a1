/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* Nor is one whose address is taken in a function, or stands in data. */
static int in_code (int x) { return x + 1; }
static int in_data (int x) { return x + 2; }
static int called (int x) { return x + 3; }
int (*table[]) (int) = { in_data };
int (*f (void)) (int) { return called (0) ? in_code : 0; }

/* { dg-final { scan-ipa-dump "Marking local functions: called/\[0-9\]+\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible variables: table/\[0-9\]+\n" "visibility" } } */
