/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details" } */

struct s { int a, b; };
struct t { int a, b, c; long d; };
extern int elsewhere[4];

/* Nothing but words is known of where these are: no store of two. */
void pointer (struct s *p) { p->a = 1; p->b = 2; }
void foreign (void) { elsewhere[0] = 1; elsewhere[1] = 2; }
void middle (struct t *p) { p->b = 1; p->c = 2; }

/* { dg-final { scan-tree-dump-times "unsupported unaligned access" 3 "slp2" } } */
/* { dg-final { scan-tree-dump-not "vectorized using" "slp2" } } */
