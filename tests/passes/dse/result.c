/* The result of a call is not stored where nobody reads it; the call goes, too, if it does nothing else.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

struct s { int a, b, c, d, e; } s;
struct s acts (void);
struct s computes (int) __attribute__ ((const));

void acting (void) { s = acts (); s = (struct s) {}; }
void computing (void) { s = computes (1); s = computes (2); }
int read_between (void) { s = acts (); int a = s.a; s = (struct s) {}; return a; }

/* { dg-final { scan-tree-dump-times "Deleted dead store in call LHS: s = acts " 1 "dse1" } } */
/* { dg-final { scan-tree-dump-times "Deleted dead store: s = computes \\(1\\)" 1 "dse1" } } */
/* { dg-final { scan-tree-dump-times "s = acts " 2 "dse1" } } */
