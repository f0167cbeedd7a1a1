/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-optimized" } */

struct s { int a, b; long c; };
void f (struct s *p, int a, int b) { p->a = a; p->b = b; }

/* { dg-final { scan-tree-dump-not "vector" "optimized" } } */
/* { dg-final { scan-tree-dump "p_\[0-9\]+\\(D\\)->b = b_" "optimized" } } */
