/* { dg-do compile } */
/* { dg-options "-O2" } */

/* An inner loop's invariant is found where the outer loop's own has been put. */
extern const int table[];
void each (int *p, int n, int m, int k)
{
  for (int i = 0; i < n; i++)
    {
      p[i] += table[p[i] & 31];
      for (int j = 0; j < m; j++)
        if (p[j] > 70000 + k)
          p[j] = table[(p[j] + k) & 15];
    }
}

/* { dg-final { scan-assembler-times "\\tl\[la\]\\t\[a-z0-9\]+,table" 1 } } */
