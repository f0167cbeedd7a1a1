/* { dg-do compile } */
/* { dg-options "-Os -fdump-ipa-icf-optimized -fdump-tree-optimized" } */
int ext (int);
struct three { long a, b, c; };

/* Other units may compare these: each has its own address, and one calls the other. */
int first (int x) { return ext (x * 5) + ext (x + 1) + ext (x * 3); }
int second (int y) { return ext (y * 5) + ext (y + 1) + ext (y * 3); }

struct three make (int k) { struct three t = { ext (k), ext (k + 1), ext (k + 2) }; return t; }
struct three build (int k) { struct three t = { ext (k), ext (k + 1), ext (k + 2) }; return t; }

/* Calls go straight to the one that does it. */
int use (int k) { return second (k) + first (k + 1); }

/* { dg-final { scan-ipa-dump-times "Unified; Wrapper has been created." 2 "icf" } } */
/* { dg-final { scan-tree-dump "retval\.\[0-9\]+_\[0-9\]+ = first \\(y_\[0-9\]+\\(D\\)\\);" "optimized" } } */
/* { dg-final { scan-tree-dump "<retval> = make\[.a-z\]* \\(k_\[0-9\]+\\(D\\)\\);" "optimized" } } */
/* { dg-final { scan-tree-dump-times "= second \\(" 0 "optimized" } } */
/* { dg-final { scan-assembler "second:\n.*tail\tfirst" } } */
