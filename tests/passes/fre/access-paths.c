/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* Types say which parts different pointers cannot share. */
struct A { int i, j; float x; };
struct B { struct A a; int k; };
struct C { struct A part[4], other[4]; };

int fields (struct A *p, struct A *q) { p->i = 101; q->j = -1; return p->i; }
int outside (struct A *p, struct B *q) { p->i = 102; q->k = -1; return p->i; }
int inside (struct A *p, struct B *q) { p->i = 103; q->a.j = -1; return p->i; }
int elements (struct C *p, struct C *q, int m, int n)
{
  p->part[m].i = 104;
  q->other[n].i = -1;
  return p->part[m].i;
}

/* These may be the same. */
int same (struct A *p, struct B *q) { p->i = 201; q->a.i = -1; return p->i; }
int element (struct C *p, struct C *q, int m, int n)
{
  p->part[m].i = 202;
  q->part[n].i = -1;
  return p->part[m].i;
}
int plain (struct A *p, int *q) { p->i = 203; *q = -1; return p->i; }

/* { dg-final { scan-tree-dump-times "return 10\[1-4\];" 4 "fre1" } } */
/* { dg-final { scan-tree-dump-not "return 20" "fre1" } } */
