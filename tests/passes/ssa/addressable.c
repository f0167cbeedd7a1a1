/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* A variable whose address is taken stays in memory. */
extern void g (int *);
int f (void)
{
  int x = 1, y = 2;
  g (&x);
  return x + y;
}

/* { dg-final { scan-tree-dump "x = 1;" "ssa" } } */
/* { dg-final { scan-tree-dump "y_\[0-9\]+ = 2;" "ssa" } } */
/* { dg-final { scan-tree-dump-not "x_\[0-9\]+ =" "ssa" } } */
