/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* A parameter is copied into the frame at the beginning. */
int f (int n, int m)
{
  int in (void) { return n; }
  return in () + m;
}

/* { dg-final { scan-tree-dump {FRAME.\d+.n = n;} "nested" } } */
/* { dg-final { scan-tree-dump-not {FRAME.\d+.m} "nested" } } */
