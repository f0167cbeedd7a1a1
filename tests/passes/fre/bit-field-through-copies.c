/* A store of what is there already hides nothing from those that look for it through copies of copies.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1-details" } */

struct A { unsigned short i : 1, l : 1, j : 3, k : 11; };
struct A a;

static struct A
same (struct A x)
{
  return x;
}

unsigned
f (unsigned x)
{
  struct A y = a;
  y.k += x;
  y = same (y);
  return y.k;
}

/* { dg-final { scan-tree-dump-times "Deleted redundant store" 2 "fre1" } } */
