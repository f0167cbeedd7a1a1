/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts" } */

/* How often a pointer is moved is the difference of two addresses: what is added to them goes into the number beside it, so
   that no sum of pointers is made that could wrap.  */
long f (long *p, long *p2, int n1, int n2)
{
  unsigned long i = 0;
  long *limit = p2 + n2;
  long s = 0;
  while (i < n1)
    {
      p2++;
      i++;
      if (p2 > limit)
        break;
      s += p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump "\\(unsigned long\\) limit_\[0-9\]+;" "ivopts" } } */
/* { dg-final { scan-tree-dump "\\(unsigned long\\) p2_\[0-9\]+\\(D\\);" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "limit_\[0-9\]+ \\+ 1" "ivopts" } } */
