/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1" } */

/* The store through q may change p's string: its length is found again. */
unsigned long f (char *p, char *q)
{
  unsigned long n = __builtin_strlen (p);
  *q = 0;
  return n + __builtin_strlen (p);
}

/* { dg-final { scan-tree-dump-times "strlen \\(p" 2 "strlen1" } } */
