/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* Nobody sees what is stored to a local variable that is not read again. */
extern void use (int *);
void f (int n)
{
  int a[4];
  use (a);
  a[n] = 1;
}

/* { dg-final { scan-tree-dump "Deleted dead store: a\\\[n_\[0-9\]+\\(D\\)\\\] = 1;" "dse1" } } */
