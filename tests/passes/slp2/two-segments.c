/* Loads on one side of a call, stores on the other: each may move among the accesses of its own side. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2" } */

struct pair { int a, b; } __attribute__ ((aligned (8)));
void g (void);
void f (struct pair *p, struct pair *q, int *z)
{
  int c = *z;
  int a = q->a;
  int b = q->b;
  g ();
  z[1] = c;
  p->a = a;
  p->b = b;
}

/* { dg-final { scan-tree-dump-times "MEM <vector\\(2\\) int>" 2 "slp2" } } */
