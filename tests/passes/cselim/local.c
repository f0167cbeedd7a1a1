/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* A variable that nobody has the address of.  */

int
f (int *p, int a)
{
  int t[4] = { 0 };
  t[a & 1] = 3;
  if (a > 3)
    t[2] = a;
  return t[a & 3] + t[*p & 3];
}

/* { dg-final { scan-tree-dump {MEM <int\[4\]> \[\(void \*\)&t\]\[2\] = cstore_17;} "cselim" } } */
