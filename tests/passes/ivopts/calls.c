/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* Registers that calls change are not there for what is kept over a call. */
void g (int *); void f (int *a, int n) { for (int i = 0; i < n; i++) g (a + i); }

/* { dg-final { scan-tree-dump "target_clobbered_regs 15" "ivopts" } } */
/* { dg-final { scan-tree-dump "  10\\t50\\n" "ivopts" } } */
