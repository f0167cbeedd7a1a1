/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths" } */

/* So does a division by zero. */
int g (int); void h (void);
int f (int c, int b, int a) { int d; if (c) d = 0; else d = b; return a / d; }

/* { dg-final { scan-tree-dump "__builtin_trap" "isolate-paths" } } */
/* { dg-final { scan-tree-dump-times " / " 1 "isolate-paths" } } */
