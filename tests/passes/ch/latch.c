/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2" } */

/* The end of a loop that may leave it, too, is no latch: a block of its own is made. */
int f (int n)
{
  int s = 0;
  do
    {
      s += n;
      if (s > 100)
        break;
    }
  while (--n);
  return s;
}

/* { dg-final { scan-tree-dump "header 3, latch 6" "ch2" } } */
/* { dg-final { scan-tree-dump "<bb 6> \[^\n\]*\n  goto <bb 3>;" "ch2" } } */
