/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-vectorize -fno-tree-slp-vectorize -fdump-tree-cselim" } */

/* Of several stores in each arm none is moved where nothing is made of neighbours. */
void f (int *p, int a, int b)
{
  if (a)
    {
      p[0] = b;
      p[1] = b + 1;
    }
  else
    {
      p[0] = a;
      p[1] = 5;
    }
}

/* { dg-final { scan-tree-dump {\+ 4B\] = 5;} "cselim" } } */
/* { dg-final { scan-tree-dump-not "PHI <.*5" "cselim" } } */
