/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* Steps that undo each other go, also where what lies between is needed. */
struct s { long a, b; };
extern void use (struct s *);
void back (struct s *q, long n, struct s **o) { struct s *b = q + 1; use (b); *o = b + (n - 1); }

/* { dg-final { scan-tree-dump "= q_\[0-9\]+\\(D\\) \\+ _\[0-9\]+;" "forwprop1" } } */
