/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-sra -fdump-tree-fre1 -fdump-tree-optimized" } */

/* Without the pass parts stay members. */

struct s { int a, b; };

int
f (int k, int c)
{
  struct s x;
  x.a = k;
  if (c)
    x.a++;
  return x.a;
}

/* { dg-final { scan-tree-dump-not {x\$a} "fre1" } } */
/* { dg-final { scan-tree-dump {x\.a} "fre1" } } */
