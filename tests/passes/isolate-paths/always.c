/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths" } */

/* And what goes wrong whatever way control came. */
int g (int); void h (void);
int f (void) { int *p = 0; return *p; }
int k (int a) { int z = 0; return a % z; }

/* { dg-final { scan-tree-dump-times "__builtin_trap" 2 "isolate-paths" } } */
/* { dg-final { scan-tree-dump-not "return" "isolate-paths" } } */
