/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Functions come callees first, and those nothing needs do not come. */
static int gone (int x) { return x; }
static int inner (int x);
int outer (int x) { return inner (x) + 1; }
__attribute__ ((noipa)) static int inner (int x) { return x * 3; }

/* { dg-final { scan-tree-dump {;; Function inner .*;; Function outer } "optimized" } } */
/* { dg-final { scan-tree-dump-not {;; Function gone} "optimized" } } */
