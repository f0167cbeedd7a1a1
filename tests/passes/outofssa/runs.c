/* { dg-do run } */
/* { dg-options "-O2" } */

/* A swap, a rotation and a lost copy in one loop. */
__attribute__ ((noipa)) static int f (int n)
{
  int a = 1, b = 2, c = 3, x = 4, y = 5, last = 0;
  for (int i = 0; i < n; i++)
    {
      int t = a;
      a = b;
      b = c;
      c = t;
      t = x;
      x = y;
      y = t;
      last = a;
    }
  return a * 100000 + b * 10000 + c * 1000 + x * 100 + y * 10 + last;
}
int main (void)
{
  if (f (0) != 123450 || f (1) != 231542 || f (2) != 312453 || f (3) != 123541)
    __builtin_abort ();
  return 0;
}
