/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* A store may change what is loaded after it. */
struct s { char a, b, c, d; } __attribute__ ((aligned (4)));
void f (char *p, struct s *q) { p[0] = q->a; p[1] = q->b; p[2] = q->c; p[3] = q->d; }

/* { dg-final { scan-tree-dump { = q_[0-9]+\(D\)->d;} "store-merging" } } */
/* { dg-final { scan-tree-dump-not "Merging successful" "store-merging" } } */
