/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-dse -fdump-tree-optimized" } */

/* Both stores stay without the pass. */
struct s { char c[3]; };
void f (struct s *p, struct s *q, struct s *r)
{
  *p = *q;
  *p = *r;
}

/* { dg-final { scan-tree-dump-times "\\*p_\[0-9\]+\\(D\\) = " 2 "optimized" } } */
