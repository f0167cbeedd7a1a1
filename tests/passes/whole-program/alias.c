/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What is read by another name is read, what is written by another name written. */
static int x, z;
extern int y __attribute__ ((alias ("x")));
extern int w __attribute__ ((alias ("z")));

void
set (int n)
{
  x = n;
}

int
get (void)
{
  return y;
}

void
set_other (int n)
{
  w = n;
}

int
get_other (void)
{
  return z;
}

/* { dg-final { scan-tree-dump "x = n" "optimized" } } */
/* { dg-final { scan-tree-dump "= z;" "optimized" } } */
