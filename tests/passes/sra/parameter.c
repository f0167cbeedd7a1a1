/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* Parts of a parameter that are written too are loaded at the function's start. */

struct s { int a, b; };

int
f (struct s x)
{
  x.a += x.b;
  x.b = x.a;
  return x.a + x.b;
}

/* { dg-final { scan-tree-dump {<bb 2> :\s+x\$a_\d+ = x.a;\s+x\$b_\d+ = x.b;} "esra" } } */
