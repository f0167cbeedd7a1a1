/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* A bit-field gets a variable of its own type, however few bits it has. */
struct s { unsigned a : 3, b : 12; int c; };

extern struct s g;

unsigned f (unsigned i)
{
  struct s x = g;
  x.b += i;
  return x.b;
}

/* { dg-final { scan-tree-dump "<unnamed-unsigned:12> x\\\$b;" "esra" } } */
/* { dg-final { scan-tree-dump {x\$b_\d+ = g\.b;} "esra" } } */
/* { dg-final { scan-tree-dump-not {= x\.b} "esra" } } */
