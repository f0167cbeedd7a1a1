/* { dg-do run } */
/* { dg-options "-O2" } */

/* Ways that are right go on. */
__attribute__ ((noipa)) static int f (int c, int *q) { int *p; if (c) p = 0; else p = q; return *p; }
__attribute__ ((noipa)) static int k (int c, int b, int a) { int d; if (c) d = 0; else d = b; return a / d; }
int main (void)
{
  int x = 8;
  if (f (0, &x) != 8 || k (0, 3, 12) != 4)
    __builtin_abort ();
  return 0;
}

