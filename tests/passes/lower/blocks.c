/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* Variables of inner blocks are the function's, the last first, and the blocks are gone. */
int f (int n)
{
  int r = 0;
  {
    int inner = n;
    r += inner;
    {
      long deep = r;
      r += deep;
    }
  }
  return r;
}

/* { dg-final { scan-tree-dump "\n  long int deep;\n  int inner;\n  int r;\n  int D.\[0-9\]+;\n" "lower" } } */
/* { dg-final { scan-tree-dump-not "\n +\{" "lower" } } */
