/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
struct s { int a, b, c; };
__attribute__ ((noinline)) void init (struct s *p) { p->a = 1; p->b = 2; p->c = 3; }

/* It writes to nothing but a variable of its own, by another function. */
int sum (void) { struct s x; init (&x); return x.a + x.b + x.c; }

/* { dg-final { scan-tree-dump "Function found to be const: sum" "modref1" } } */
/* { dg-final { scan-tree-dump "Declaration updated to be const: sum" "modref1" } } */
