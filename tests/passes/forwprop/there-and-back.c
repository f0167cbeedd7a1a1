/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* Steps that undo each other, and one from a part to another, start at the object, also where what lies between is needed. */
struct s { long a, b; };
extern void use (struct s *);
void back (struct s *q, long n, struct s **o) { struct s *b = q + 1; use (b); *o = b + (n - 1); }
void further (struct s *q, long n, struct s **o) { struct s *b = q + 1; use (b); *o = b + (n - 2); }
struct large { long z[3]; int t[1444]; int *p; };
int h (struct large *s) { return s->p <= s->t + 1440; }

/* { dg-final { scan-tree-dump "= q_\[0-9\]+\\(D\\) \\+ _\[0-9\]+;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "= b_\[0-9\]+ \\+ _\[0-9\]+;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "= s_\[0-9\]+\\(D\\) \\+ 5784;" "forwprop1" } } */
