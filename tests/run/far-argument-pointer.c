/* The place of arguments on the stack is kept for nested functions, far from the stack pointer; so is the place of what
   keeps it.  */
int printf (const char *, ...);

__attribute__ ((noinline)) static int
sum (int (*f) (int), int n)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    r += f (i);
  return r;
}

__attribute__ ((noipa)) int
far (int a, int b, int c, int d, int e, int f, int g, int h, int stacked)
{
  int table[1100] = { [5] = 3, [1099] = 7 };
  __attribute__ ((noinline)) int
  get (int i)
  {
    int deeper (int j) { return table[j] + stacked + a; }
    table[i]++;
    stacked += i;
    return sum (deeper, i) + table[1099];
  }
  int r = sum (get, 9);
  return r * 10 + table[5] + stacked + b + c + d + e + f + g + h;
}

int
main (void)
{
  printf ("%d\n", far (1, 2, 3, 4, 5, 6, 7, 8, 9));
  return 0;
}
