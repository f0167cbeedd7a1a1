/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unswitch-details" } */

/* A guard of one loop is hoisted, and another loop is copied: the states of memory are brought up to date once. */

int g (int);
void use (int *);
int a[100], s;

void f (int n, int m, int size)
{
  int i, j;
  for (i = 0; i < n; i++)
    if (m > 3)
      for (j = 0; j < m; j++)
        a[j] += i;
  int kept = 0;
  use (&kept);
  for (;;)
    {
      if (size == 1)
        s += kept;
      else if (size == 4)
        s -= kept;
      else
        a[kept & 7] = 1;
      if (g (kept) > 7)
        break;
      kept = g (s);
    }
  s = kept;
}

/* { dg-final { scan-tree-dump-times "Guard hoisted" 1 "unswitch" } } */
/* { dg-final { scan-tree-dump-times "Unswitching loop on condition: " 2 "unswitch" } } */
