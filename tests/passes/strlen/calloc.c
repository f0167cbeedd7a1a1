/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1" } */

void *f (unsigned long n)
{
  char *p = __builtin_malloc (n);
  __builtin_memset (p, 0, n);
  return p;
}

/* Not all of it is cleared. */
void *g (unsigned long n, unsigned long m)
{
  char *p = __builtin_malloc (n);
  __builtin_memset (p, 0, m);
  return p;
}

/* { dg-final { scan-tree-dump-times "calloc \\(" 1 "strlen1" } } */
/* { dg-final { scan-tree-dump-times "memset \\(" 1 "strlen1" } } */
