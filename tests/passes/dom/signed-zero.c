/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dom2" } */

/* What is equal to 0 may be -0; what is equal to 2 is 2. */
void g (double);

void zero (double x)
{
  if (x == 0)
    g (x);
}

void two (double y)
{
  if (y == 2)
    g (y);
}

/* { dg-final { scan-tree-dump "g \\(x_" "dom2" } } */
/* { dg-final { scan-tree-dump "g \\(2.0e\\+0\\);" "dom2" } } */
