/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim" } */

/* Loops are given preheaders and latches first. */
void g (int);

void f (int a, int n)
{
  if (a)
    for (int i = 0; i < n; i++)
      g (i);
}

/* { dg-final { scan-tree-dump "Created preheader block for loop 1" "cselim" } } */
