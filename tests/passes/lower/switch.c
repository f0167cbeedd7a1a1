/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* The body of a switch follows it, case by case. */
int g (int);
int f (int n)
{
  switch (n)
    {
    case 1:
      {
        int one = g (7);
        return one;
      }
    case 5 ... 9:
      n = g (5);
    default:
      break;
    }
  return n;
}

/* { dg-final { scan-tree-dump "switch \\(n\\) <default: <D.\[0-9\]+>, case 1: <D.\[0-9\]+>, case 5 ... 9: <D.\[0-9\]+>>\n  <D.\[0-9\]+>:\n  one = g \\(7\\);" "lower" } } */
/* { dg-final { scan-tree-dump-times "return" 1 "lower" } } */
