/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1" } */

/* The address of a part of what a known pointer points to is known. */
struct s { int a, b; } x;

int *f (void)
{
  struct s *p = &x;
  return &p->b;
}

/* { dg-final { scan-tree-dump "return &MEM <int> \\\[\\(void \\*\\)&x \\+ 4B\\\];" "ccp1" } } */
