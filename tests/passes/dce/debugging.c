/* With -Og what is stored stays, whoever reads it: a debugger may.  */
/* { dg-do compile } */
/* { dg-options "-Og -fdump-tree-optimized" } */

struct s { int a, b; };
int f (int x)
{
  struct s s = { x, 3 };
  int v[2] = { 5, 6 };
  return v[1];
}

/* { dg-final { scan-tree-dump {s\.a = x} "optimized" } } */
/* { dg-final { scan-tree-dump {s\.b = 3} "optimized" } } */
/* { dg-final { scan-tree-dump {v\[0\] = 5} "optimized" } } */
