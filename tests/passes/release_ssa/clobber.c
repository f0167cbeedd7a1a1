/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* The name of the memory after the end of a variable's life counts among those released. */
int f (int i)
{
  struct { int a, b; } x;
  x.a = i;
  x.b = 3;
  return x.a;
}

/* { dg-final { scan-tree-dump "Released 5 names" "release_ssa" } } */
