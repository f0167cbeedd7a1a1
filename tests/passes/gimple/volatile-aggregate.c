/* { dg-do run } */
/* { dg-options "-O -fdump-tree-gimple" } */

/* A volatile aggregate is written once; one of a single element by itself. */
struct two { int x, y; };
struct one { int x; };
__attribute__ ((noipa)) int
f (int a)
{
  volatile struct two l = { a, 5 };
  volatile struct one m = { a };
  return l.x + l.y + m.x;
}
int main (void) { return f (3) != 11; }

/* { dg-final { scan-tree-dump "D\\.\[0-9\]+\\.x = a;\\n *D\\.\[0-9\]+\\.y = 5;\\n *l = D\\.\[0-9\]+;\\n *m\\.x = a;" "gimple" } } */
