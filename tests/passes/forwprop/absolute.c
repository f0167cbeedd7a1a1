/* { dg-do compile } */
/* { dg-options "-O1 -fgimple -fdump-tree-optimized" } */

/* The absolute value of an absolute value. */

unsigned int __GIMPLE ()
twice (int a)
{
  unsigned int t;
  int s;
  unsigned int u;
  t = __ABSU a;
  s = (int) t;
  u = __ABSU s;
  return u;
}

unsigned int __GIMPLE ()
of_signed (int a)
{
  int s;
  unsigned int u;
  s = __ABS a;
  u = __ABSU s;
  return u;
}

/* { dg-final { scan-tree-dump-times "ABSU_EXPR" 1 "optimized" } } */
