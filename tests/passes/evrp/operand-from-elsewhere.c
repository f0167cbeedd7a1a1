/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What a branch is on was computed in another block: what it was computed from is known, too. What begins at a pointer that is
   less than another one is not known to be null alone. */

struct V { long a; int tt; };
struct C { unsigned char n; struct V upvalue[1]; };
struct L { struct V *top; struct C *c; struct V nil; };
void *g (void);

/* { dg-final { scan-tree-dump "_\[0-9\]+  : int \\\[-1, 254\\\]" "evrp" } } */
struct V *f (struct L *l, int idx)
{
  if (idx > -1000)
    return 0;
  int up = -1000 - idx;
  struct C *c = l->c;
  if (g ())
    return (up <= (int) c->n) ? &c->upvalue[up - 1] : &l->nil;
  return 0;
}

/* { dg-final { scan-tree-dump-not "o_\[0-9\]+  : long int \\* \\\[1B, \\+INF\\\]" "evrp" } } */
long *h (struct L *l, long n)
{
  struct V *o = l->c->upvalue + 3;
  if (o < l->top)
    return &o->a;
  return 0;
}
