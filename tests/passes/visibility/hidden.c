/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility" } */

/* What is hidden from other libraries is visible to other units. */
__attribute__ ((visibility ("hidden"))) int f (int x) { return x + 1; }
__attribute__ ((visibility ("hidden"))) int v = 5;
__attribute__ ((visibility ("protected"))) int g (int x) { return x + 2; }

/* { dg-final { scan-ipa-dump "Marking externally visible functions: g/2 f/0\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible variables: v/1\n" "visibility" } } */
