/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* Where some bits of an object are read, only the parts that have some of them are stored back. */
struct s { unsigned a : 4, b : 28; int c; };

extern struct s g;

int f (int i)
{
  struct s x = g;
  x.c += i;
  return x.a == 3 && x.b == 5 && x.c == i;
}

/* { dg-final { scan-tree-dump {BIT_FIELD_REF <x, 32, 0>} "esra" } } */
/* { dg-final { scan-tree-dump-not {x\.c = x\$c} "esra" } } */
