/* A value is 0 wherever it is not chosen, and the block where it is 0 can be reached past its definition as well.  */
int printf (const char *, ...);

static const signed char table[] = { 0, 3, 0, 5, 7, 0, 0, 9 };

__attribute__ ((noipa)) int
f (unsigned k, int a)
{
  int radix, length;
  if (k > 7 || (radix = table[k]) == 0)
    {
      radix = 0;
      length = 1;
    }
  else
    length = 2;
  return radix < a ? a * 10 + length : radix * 100 + length;
}

int
main (void)
{
  for (unsigned k = 0; k < 10; k++)
    printf ("%d %d\n", f (k, 4), f (k, -1));
  return 0;
}
