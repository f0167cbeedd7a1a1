/* { dg-do run } */
/* { dg-options "-O2" } */

/* Loops run none, once and many times as before. */
__attribute__ ((noipa)) int count (const char *p, const char *e)
{
  int n = 0;
  while (p < e && *p != 'x')
    p++, n++;
  return n;
}

__attribute__ ((noipa)) int sum (const int *p, int n)
{
  int s = 0, i = 0;
  while (i < n)
    s += p[i++];
  return s;
}

int main (void)
{
  static const int a[] = { 1, 2, 3 };
  const char *t = "abxc";
  if (sum (a, 0) != 0 || sum (a, 1) != 1 || sum (a, 3) != 6)
    __builtin_abort ();
  if (count (t, t) != 0 || count (t, t + 1) != 1 || count (t, t + 4) != 2)
    __builtin_abort ();
  return 0;
}
