/* A callee that may do something else each time makes its caller do so, which is said where it is merged. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-modref1" } */

extern volatile int port;
static __attribute__ ((noinline)) int read_port (int *to) { *to = port; return 1; }
int twice (int *to) { return read_port (to) + read_port (to + 1); }

/* { dg-final { scan-tree-dump-times " - merging side effects.\n - merging nondeterministic.\n" 1 "modref1" } } */
