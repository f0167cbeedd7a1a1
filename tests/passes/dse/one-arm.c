/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* Overwritten on one way only: alive. */
int g;
void f (int c)
{
  g = 1;
  if (c)
    g = 2;
}

/* { dg-final { scan-tree-dump {  g = 1;} "dse1" } } */
/* { dg-final { scan-tree-dump-not "Deleted" "dse1" } } */
