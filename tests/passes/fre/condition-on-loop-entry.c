/* What holds on the way into a loop goes on holding in it; what a name computed in the loop is compared with does not. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-fre1" } */
void bar (void);

void stays (int n)
{
  if (n > 0)
    {
      int j = 0;
      do
        {
          if (n > 0)
            bar ();
          j++;
        }
      while (j < 10);
    }
}

void changes (int n)
{
  if (n > 0)
    do
      {
        if (n > 0)
          bar ();
        n -= 3;
      }
    while (n != 100);
}
/* { dg-final { scan-tree-dump-times "if \\(n_\[0-9\]+\\(D\\) > 0\\)" 2 "fre1" } } */
/* { dg-final { scan-tree-dump-times "if \\(n_\[0-9\]+ > 0\\)" 1 "fre1" } } */
