/* { dg-do run } */
/* { dg-options "-O2" } */

/* The program does as it did. */
__attribute__ ((noipa)) static int g (int a) { return a * 3; }
__attribute__ ((noipa)) static int f (int a, int b)
{
  int r = b;
  if (a == 7)
    r = 7;
  else if (a != 4)
    r = g (a);
  else
    r = 4;
  return r + g (r);
}
int main (void)
{
  if (f (7, 1) != 28 || f (4, 1) != 16 || f (5, 1) != 60)
    __builtin_abort ();
  return 0;
}

