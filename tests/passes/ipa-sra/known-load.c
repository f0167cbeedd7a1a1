/* What a caller loads for a parameter that is split may be known: then it is no load, and reads no memory. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized -fchecking" } */

struct node { long parent; struct node *left, *right; };
struct callbacks { void (*propagate) (struct node *, struct node *); void (*rotate) (struct node *, struct node *); };
void propagate (struct node *a, struct node *b) { a->parent = b->parent; }
void rotate (struct node *a, struct node *b) { b->parent = a->parent; }
static const struct callbacks table = { propagate, rotate };
extern void insert (struct node *, struct node **, void (*) (struct node *, struct node *));
static __attribute__((noinline)) void
add (struct node *n, struct node **root, const struct callbacks *with)
{
  insert (n, root, with->rotate);
}
void
first (struct node *n, struct node **root, struct node **link)
{
  n->parent = 0;
  *link = n;
  add (n, root, &table);
}
void
second (struct node *n, struct node **root, const struct callbacks *own)
{
  add (n, root, own);
}

/* { dg-final { scan-tree-dump "add.isra \\(n_\[0-9\]+\\(D\\), root_\[0-9\]+\\(D\\), rotate\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "own_\[0-9\]+\\(D\\) \\+ 8B" "optimized" } } */
