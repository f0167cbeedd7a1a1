/* { dg-do run } */
/* { dg-options "-O2" } */

/* The order of blocks is nobody's business but the machine's. */
__attribute__ ((noipa)) static int f (int n)
{
  int steps = 0;
  while (n != 1)
    {
      if (__builtin_expect (n & 1, 0))
        n = 3 * n + 1;
      else
        n /= 2;
      if (++steps > 1000)
        __builtin_abort ();
      switch (n)
        {
        case 5: steps += 1; break;
        case 40: steps += 2; break;
        }
    }
  return steps;
}
int main (void)
{
  return f (7) != 16 + 3 || f (1) != 0 || f (2) != 1;
}
