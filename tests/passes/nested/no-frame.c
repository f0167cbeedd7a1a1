/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* A function that names nothing of the outer one needs no chain. */
int f (int n)
{
  int k = n;
  int in (int x) { return x + 1; }
  return in (2) + k;
}

/* { dg-final { scan-tree-dump-not {FRAME} "nested" } } */
/* { dg-final { scan-tree-dump-not {static-chain} "nested" } } */
/* { dg-final { scan-tree-dump {= in \(2\);\n} "nested" } } */
