/* A store to a part of an element is dead where the element is stored, whichever it is.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

struct pair { int a[2]; };
struct list { struct pair b[10]; };
void part (struct list *x, int i, int k)
{
  x->b[i].a[1] = 1;
  x->b[i] = (struct pair) { { k, k } };
}
/* Of two elements nobody knows whether they are one.  */
void other (struct list *x, int i, int j, int k)
{
  x->b[i].a[1] = 2;
  x->b[j] = (struct pair) { { k, k } };
}

/* { dg-final { scan-tree-dump-times "Deleted dead store: " 1 "dse1" } } */
/* { dg-final { scan-tree-dump "a\\\[1\\\] = 2;" "dse1" } } */
