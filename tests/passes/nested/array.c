/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* An array, whose address goes with it. */
int f (int n)
{
  int a[4] = { n };
  int in (int i) { return a[i]; }
  return in (2) + a[1];
}

/* { dg-final { scan-tree-dump {= CHAIN.\d+->a\[i\];} "nested" } } */
/* { dg-final { scan-tree-dump {FRAME.\d+.a\[0\] = n;} "nested" } } */
