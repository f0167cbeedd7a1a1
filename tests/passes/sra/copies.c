/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* What is copied goes from variable to variable; where nothing reads the copy as a whole, no memory is written. */

struct s { int a, b; };

int
f (int k)
{
  struct s x = { k, 2 };
  struct s y = x;
  return y.a + y.b;
}

/* { dg-final { scan-tree-dump-times "Created a replacement" 4 "esra" } } */
/* { dg-final { scan-tree-dump {y\$a_\d+ = x\$a_\d+;} "esra" } } */
/* { dg-final { scan-tree-dump-not "y.a = " "esra" } } */
