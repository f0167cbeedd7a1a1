/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* A volatile store stays. */
void f (volatile int *p)
{
  *p = 1;
  *p = 2;
}

/* { dg-final { scan-tree-dump-not "Deleted" "dse1" } } */
/* { dg-final { scan-tree-dump-times "\\*p_\[0-9\]+\\(D\\) ={v} " 2 "dse1" } } */
