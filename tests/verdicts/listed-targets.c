/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* A list of targets is a selector that holds for any of them. */
int f (void) { return 3; }
/* { dg-final { scan-tree-dump "return 4" "optimized" { target riscv64-*-* x86_64-*-* } } } */
/* { dg-final { scan-tree-dump "return 3" "optimized" { target riscv64-*-* x86_64-*-* } } } */
/* { dg-final { scan-tree-dump "return 5" "optimized" { target aarch64-*-* x86_64-*-* } } } */
