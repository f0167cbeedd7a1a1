/* { dg-do compile } */
/* { dg-options "-O2" } */

/* What two blocks of a loop compute alike is computed once before it. */
extern const int table[];
void each (int *p, int n, int k)
{
  for (int i = 0; i < n; i++)
    if (p[i] == k)
      p[i] = table[p[i] & 31];
    else
      p[i] = table[(p[i] + k) & 15] & 4095;
}

/* { dg-final { scan-assembler-times "\\tl\[la\]\\t\[a-z0-9\]+,table" 1 } } */
