/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details" } */

/* Addresses that pointers lead to are addresses as well. */

struct t { int x, y; };

int
f (int c, struct t *a, struct t *b)
{
  int *p = c ? &a->x : &b->y;
  return *p;
}

/* { dg-final { scan-tree-dump-times {inserting load} 2 "phiprop" } } */
