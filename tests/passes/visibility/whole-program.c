/* { dg-do compile } */
/* { dg-options "-O2 -fwhole-program -fdump-ipa-visibility" } */

/* In a program that is whole all but main is local. */
int v = 5;
__attribute__ ((noinline)) int f (int x) { return x + v++; }
__attribute__ ((externally_visible)) int g (int x) { return x + 3; }
int main (void) { return f (2); }

/* { dg-final { scan-ipa-dump "Marking local functions: f/1\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible functions: main/3 g/2\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible variables:\n" "visibility" } } */
