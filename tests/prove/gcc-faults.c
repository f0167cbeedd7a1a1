/* Inputs that GCC 12.2 transforms wrongly for this target: each is named after the PR in GCC's bug database. */
int g (int, int);

/* A rotation whose count may exceed the width is made of shifts in a wider type. */
unsigned char
pr106523 (unsigned char x, unsigned n)
{
  unsigned t = x;
  return (t << n) | (t >> (-n & 7));
}

/* x + c * 2 overflows where neither product does: s = -2. */
int
pr106883 (int s, int c)
{
  int x = (s + 1) * c;
  int y = (s + 3) * c;
  return g (x, y);
}

/* 1 << y is computed where the first bit decides. */
int
pr106884 (int a, int x, int y)
{
  if ((a >> x) & 1)
    if ((a >> y) & 1)
      return 2;
  return 1;
}

/* x * -2 overflows as an int. */
unsigned char
pr108625 (int x)
{
  int minus = -x;
  unsigned char a = minus, b = minus;
  return a + b;
}

/* The constants are added as if the sum could not overflow. */
typedef int v4si __attribute__ ((vector_size (16)));

v4si
pr110495 (v4si x)
{
  v4si most = x + (v4si) { 2147483647, 2147483647, 2147483647, 2147483647 };
  return most + (v4si) { 1, 1, 1, 1 };
}

/* What ends with the variable that the result takes the place of is the result. */
struct ten { long a[10]; } one, other;

struct ten
pr110434 (void)
{
  struct ten made;
  one = other;
  made = other;
  return made;
}
