/* The parts of an aggregate that become variables are bound. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-esra" } */

struct s { int x, y; };
int f (int a)
{
  struct s v;
  v.x = a;
  v.y = a + 1;
  return v.x * v.y;
}

/* { dg-final { scan-tree-dump "v.x_\[0-9\]+ = a_\[0-9\]+.D.;\n  # DEBUG v.x => v.x_\[0-9\]+\n" "esra" } } */
