/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

struct s { int a, b; };
int g (int);

void
f (struct s *p, int c, int k)
{
  p->a = 7;
  if (c < k)
    p->a = k;
  g (3);
}

/* { dg-final { scan-tree-dump {MEM <struct s> \[\(void \*\)p_3\(D\)\]\.a = cstore_\d+;} "cselim" } } */
