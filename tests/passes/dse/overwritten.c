/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* A store that is overwritten before anything reads it is dead. */
void f (int *p)
{
  *p = 1;
  *p = 2;
}

/* { dg-final { scan-tree-dump-times "Deleted dead store: \\*p_\[0-9\]+\\(D\\) = 1;" 1 "dse1" } } */
/* { dg-final { scan-tree-dump-times "Deleted dead store" 1 "dse1" } } */
