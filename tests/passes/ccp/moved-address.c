/* The address of an element, a constant number of bytes further on, is one of the same object; two places of one object are
   compared by where in it they are.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1-details" } */

void link_error (void);
struct pair { int a[4]; int b[4]; };

void
element (void)
{
  int a[10];
  int *p = &a[5], *q = p - 1;
  if (q != &a[4])
    link_error ();
}

void
member (void)
{
  struct pair pair;
  int *p = &pair.a[1], *q = p + 4;
  if (q != &pair.b[1])
    link_error ();
}

/* { dg-final { scan-tree-dump "Folds to: &MEM <int> \\\[\\(void \\*\\)&a \\+ 16B\\\]" "ccp1" } } */
/* { dg-final { scan-tree-dump "Folds to: &MEM <int> \\\[\\(void \\*\\)&pair \\+ 20B\\\]" "ccp1" } } */
/* { dg-final { scan-tree-dump-times "Folding predicate 0 != 0 to 0" 2 "ccp1" } } */
/* { dg-final { scan-tree-dump-not "ssa_edge_worklist" "ccp1" } } */
