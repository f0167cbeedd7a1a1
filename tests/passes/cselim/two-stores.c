/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* Two stores of each arm, the last first.  */

struct s { int a, b; };

void
f (struct s *p, int c, int k)
{
  if (c)
    {
      p->a = 1;
      p->b = 2;
    }
  else
    {
      p->a = 3;
      p->b = k;
    }
}

/* { dg-final { scan-tree-dump {# (cstore_\d+) = PHI <1\(2\), 3\(3\)>\n  # (cstore_\d+) = PHI <2\(2\), k_6\(D\)\(3\)>\n  p_4\(D\)->b = \2;\n  p_4\(D\)->a = \1;} "cselim" } } */
