/* A register is called by the variable of a pass, not by one of its names; by a name where the variable is gone.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-distribute-patterns -fdump-rtl-expand" } */

struct s
{
  int a, b, c;
};

int
f (struct s *p, int n)
{
  int i, t = 0;
  for (i = 0; i < n; i++)
    t += p[i].b;
  return t ? t : n;
}

/* { dg-final { scan-rtl-dump {\[ ivtmp\.[0-9]+ \]} "expand" } } */
/* { dg-final { scan-rtl-dump-not {\[ ivtmp\.[0-9]+_[0-9]+ \]} "expand" } } */
