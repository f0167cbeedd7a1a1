/* { dg-do compile } */
/* { dg-options "-O2 -fno-optimize-strlen -fdump-tree-optimized" } */

unsigned long f (char *p)
{
  p[0] = 'a';
  p[1] = 0;
  return __builtin_strlen (p);
}

/* { dg-final { scan-tree-dump "strlen \\(p" "optimized" } } */
