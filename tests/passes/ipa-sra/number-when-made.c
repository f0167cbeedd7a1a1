/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3" } */

/* The parameters of a new function are numbered when its turn comes: the function before it has been compiled whole. */
struct s { int *a; int x; };
__attribute__((noinline)) static int g (struct s *p, int a) { return p->x + a; }
__attribute__((noinline)) static int f (struct s *p, int a, int b) { return p->x + a * b; }
int h (struct s *p, int u, int v) { return f (p, 1, u) + f (p, 2, v) + g (p, v); }

/* { dg-final { scan-tree-dump "f.isra \\(int ISRA\\.3," "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump "g.isra \\(int ISRA\\.7," "fixup_cfg3" } } */
