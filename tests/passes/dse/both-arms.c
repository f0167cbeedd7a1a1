/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* Overwritten on each way: dead. */
int g;
void f (int c)
{
  g = 1;
  if (c)
    g = 2;
  else
    g = 3;
}

/* { dg-final { scan-tree-dump-times "Deleted dead store: g = 1;" 1 "dse1" } } */
