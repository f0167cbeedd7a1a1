/* { dg-do compile } */
/* { dg-options "-O3 -fchecking -fdump-tree-loopdone" } */

/* The form is kept through all loop passes, whatever they do to a nest. */
int a[20][20];
int f (int n, int *p)
{
  int s = 0, k = 0, i, j = 0;
  for (i = 0; i < n; i++)
    {
      for (j = 0; j < 3; j++)
        {
          s += a[i][j] * p[k];
          for (k = i; k < 20; k++)
            if (p[k] == s)
              break;
        }
      if (s > 1000)
        goto out;
    }
  s += j;
out:
  return s + k * i;
}

/* { dg-final { scan-tree-dump "return " "loopdone" } } */
