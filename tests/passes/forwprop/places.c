/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* Members of one object: the first is where the object is, others follow. */
struct s { int a[2]; };
int f (struct s *x) { int *p = &x->a[0], *q = &x->a[1]; if (p < q) return 1; return 0; }
int g (struct s *p) { void *q = p->a; return p == q; }

/* { dg-final { scan-tree-dump "Replaced 'p_\[0-9\]+ < q_\[0-9\]+' with '1'" "forwprop1" } } */
/* { dg-final { scan-tree-dump-not " == " "forwprop1" } } */
