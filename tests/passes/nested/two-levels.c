/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* Two levels up goes by two chains. */
int f (int n)
{
  int middle (int m)
  {
    int inner (void) { return n + m; }
    return inner ();
  }
  return middle (3);
}

/* { dg-final { scan-tree-dump {= CHAIN.\d+->__chain;} "nested" } } */
/* { dg-final { scan-tree-dump {FRAME.\d+.__chain = CHAIN.\d+;} "nested" } } */
/* { dg-final { scan-tree-dump {= CHAIN.\d+->m;} "nested" } } */
