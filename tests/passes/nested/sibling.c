/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* A function that calls its neighbour hands the chain on. */
int f (int n)
{
  int one (void) { return n; }
  int two (void) { return one () + 1; }
  return two ();
}

/* { dg-final { scan-tree-dump {one \(\); \[static-chain: CHAIN.\d+\]} "nested" } } */
/* { dg-final { scan-tree-dump {two \(\); \[static-chain: &FRAME.\d+\]} "nested" } } */
