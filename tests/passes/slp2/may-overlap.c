/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details" } */

struct s { int a, b; long c; };
struct v { int x; };

/* What is loaded second may be what was stored first. */
void swap (struct s *p, struct s *q) { p->a = q->b; p->b = q->a; }

void other (struct s *p, int *q) { p->a = q[0]; p->b = q[1]; }

/* Of the store in between the second member may be changed. */
void between (struct s *p, struct v *q) { p->a = 1; q->x = 3; p->b = 2; }

/* { dg-final { scan-tree-dump "can't determine dependence between p_\[0-9\]+\\(D\\)->a and q_\[0-9\]+\\(D\\)->a" "slp2" } } */
/* { dg-final { scan-tree-dump-not "vectorized using" "slp2" } } */
