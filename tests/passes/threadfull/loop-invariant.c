/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-threadfull1" } */

/* In a loop, too, as long as no path goes round it. */
void g (int);

void f (int a, int b, int n)
{
  for (int i = 0; i < n; i++)
    {
      if (a < b)
        g (1);
      g (i);
      if (a < b)
        g (2);
    }
}

/* { dg-final { scan-tree-dump-times "if \\(a_" 1 "threadfull1" } } */
