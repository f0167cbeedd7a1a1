/* No function is split without the option. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-partial-inlining -fdump-tree-release_ssa" } */
void use (int);
int f (int x) { if (!x) return 0; use (x); use (x + 1); use (x + 2); use (x + 3); return 7; }
int h (int x) { return f (x) + f (x + 1); }
/* { dg-final { scan-tree-dump {  use \(x_} "release_ssa" } } */
/* { dg-final { scan-tree-dump-not "part" "release_ssa" } } */
