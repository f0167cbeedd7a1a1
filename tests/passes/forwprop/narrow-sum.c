/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop2" } */

/* A constant is added before a value is widened, where that cannot overflow. */
extern int fits (int), may_not (int), all (int);
struct s { unsigned char t; signed char u; };
int f (struct s *p) { return fits ((p->t & 15) + 1); }
int g (struct s *p) { return may_not ((p->t & 15) + 241); }
int h (struct s *p) { return all (p->t + 1); }

/* { dg-final { scan-tree-dump "(_\[0-9\]+) = _\[0-9\]+ \\+ 1;\n  (_\[0-9\]+) = \\(int\\) \\1;\n  _\[0-9\]+ = fits \\(\\2\\)" "forwprop2" } } */
/* { dg-final { scan-tree-dump "(_\[0-9\]+) = \\(int\\) _\[0-9\]+;\n  (_\[0-9\]+) = \\1 \\+ 241;\n  _\[0-9\]+ = may_not \\(\\2\\)" "forwprop2" } } */
/* { dg-final { scan-tree-dump "(_\[0-9\]+) = \\(int\\) _\[0-9\]+;\n  (_\[0-9\]+) = \\1 \\+ 1;\n  _\[0-9\]+ = all \\(\\2\\)" "forwprop2" } } */
