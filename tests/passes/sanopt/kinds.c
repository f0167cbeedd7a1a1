/* Checks become conditions and traps, but for those that another has made before.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=bounds,null,pointer-overflow,unreachable -fsanitize-undefined-trap-on-error -fdump-tree-sanopt -fdump-tree-original -fdump-tree-isel" } */

int v[10];
int twice (int i) { int a = v[i]; v[i] = 1; return a; }
int masked (int i) { return v[i & 7]; }
int *end (int i) { return &v[i]; }
int again (int *p) { int a = p[0]; p[1] = a; return a; }
void never (int n) { if (n) __builtin_unreachable (); }

/* { dg-final { scan-tree-dump-times "UBSAN_BOUNDS \\(0B, SAVE_EXPR <i>, 9\\)" 3 "original" } } */
/* { dg-final { scan-tree-dump-times "UBSAN_BOUNDS \\(0B, SAVE_EXPR <i>, 10\\)" 1 "original" } } */
/* { dg-final { scan-tree-dump-times "> 9\\)" 1 "sanopt" } } */
/* { dg-final { scan-tree-dump-times "> 10\\)" 1 "sanopt" } } */
/* { dg-final { scan-tree-dump-times "p_\[0-9\]*\\(D\\) == 0B" 1 "sanopt" } } */
/* { dg-final { scan-tree-dump-not "UBSAN" "isel" } } */
/* { dg-final { scan-tree-dump-times "__builtin_trap" 6 "isel" } } */
