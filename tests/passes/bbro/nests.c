/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-ch" } */

/* Loops within loops, left from the middle, turned and with blocks copied, do what they did. */
__attribute__ ((noipa)) int rare (int n) { return n & 1; }
__attribute__ ((noipa)) static int f (int n, int m)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      int j = i;
      do
        {
          if (j % 7 == 3)
            continue;
          if (j > 40 && rare (j))
            goto out;
          for (int k = j; k > 0; k /= 2)
            if (k == 5)
              break;
            else
              sum += k;
        }
      while (++j < m);
      sum ^= i;
    out:
      sum += 3;
    }
  return sum;
}
int main (void)
{
  if (f (0, 3) != 0 || f (1, 1) != 3 || f (3, 9) != 150)
    return 1;
  return f (50, 60) != 36357;
}
