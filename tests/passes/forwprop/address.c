/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* An address goes into the reference that uses it. */
struct s { int a, b; };
struct s object;
int f (void)
{
  struct s *p = &object;
  int *q = &p->b;
  return *q;
}

/* { dg-final { scan-tree-dump "= (MEM\\\[\\(int \\*\\)&object \\+ 4B\\\]|object\\.b);" "optimized" } } */
