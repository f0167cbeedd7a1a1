/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* A variable an inner function names lives in a frame that both reach; others stay. */
int f (int n)
{
  int k = n, un = 3;
  int in (int x) { return x + k++; }
  return in (2) + k + un;
}

/* { dg-final { scan-tree-dump {CHAIN.\d+->k = D.\d+;} "nested" } } */
/* { dg-final { scan-tree-dump {FRAME.\d+.k = n;} "nested" } } */
/* { dg-final { scan-tree-dump {\n  un = 3;} "nested" } } */
/* { dg-final { scan-tree-dump {int k \[value-expr: FRAME.\d+.k\];} "nested" } } */
