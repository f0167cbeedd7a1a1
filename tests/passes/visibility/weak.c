/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-visibility -fdump-tree-optimized" } */

/* A weak function or variable is visible: another may take its place. */
__attribute__ ((weak)) int f (int x) { return x + 1; }
__attribute__ ((weak)) int v = 5;
int g (void) { return f (v); }

/* { dg-final { scan-ipa-dump "Marking externally visible functions: g/2 f/0\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible variables: v/1\n" "visibility" } } */
/* { dg-final { scan-tree-dump "= f \\(v" "optimized" } } */
