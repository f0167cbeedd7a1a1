/* { dg-do run } */
/* { dg-options "-O -fdump-tree-gimple" } */

/* What is copied from a variable that is only read is set element by element, unless that would take a copy in memory. */
struct two { int x, y; };
struct large { int a[20]; };
struct bits { unsigned a : 1, b : 3; unsigned : 4; };
static const struct two s = { 3, 4 };
const struct two g = { 7, 8 };
static const struct large sparse = { { 1 } };
static const struct large full = { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 } };
static const volatile struct two v = { 5, 6 };
struct two t, u, w; struct large b, c; struct bits d;
__attribute__ ((noipa)) void
f (void)
{
  const struct bits init = { 1, 5 };
  t = s;
  u = g;
  b = sparse;
  c = full;
  d = init;
  w = v;
}
int
main (void)
{
  f ();
  return t.x != 3 || t.y != 4 || u.x != 7 || u.y != 8 || b.a[0] != 1 || b.a[19] || c.a[19] != 20 || d.a != 1 || d.b != 5
         || w.x != 5 || w.y != 6;
}

/* { dg-final { scan-tree-dump "t\\.x = 3;\\n *t\\.y = 4;\\n *u\\.x = 7;\\n *u\\.y = 8;" "gimple" } } */
/* { dg-final { scan-tree-dump "b = \\{\\};\\n *b\\.a\\\[0\\\] = 1;\\n *c = full;" "gimple" } } */
/* { dg-final { scan-tree-dump "d = \\{\\};\\n *d\\.a = 1;\\n *d\\.b = 5;\\n *w = v;" "gimple" } } */
