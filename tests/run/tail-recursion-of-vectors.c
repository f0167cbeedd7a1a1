/* Accumulators of recursive calls that become loops begin with numbers of the result's type: of vectors and complex
   numbers too. */
typedef int vector __attribute__ ((vector_size (2 * sizeof (int))));

__attribute__ ((noinline)) static vector
alternate (int n)
{
  if (n < 10)
    return (vector) {n, 2 * n};
  vector v = {n, 1};
  return v - alternate (n - 1);
}

__attribute__ ((noinline)) static _Complex int
product (int n)
{
  if (n == 0)
    return 1;
  return (n + 1i) * product (n - 1);
}

int
main (void)
{
  vector v = alternate (13);
  _Complex int c = product (3);
  __builtin_printf ("%d %d %d %d\n", v[0], v[1], __real__ c, __imag__ c);
  return 0;
}
