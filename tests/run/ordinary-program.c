/* Functions that have the names of versions of a variable, `length_8` of its φ and `length_10` before that: in a dump only
   what is done with them tells. */
int printf (const char *, ...);

static long
length_8 (const char *s)
{
  const char *p;
  for (p = s; *p != 0; ++p)
    ;
  return p - s;
}

static long
length_10 (const char *s)
{
  return length_8 (s) * 3;
}

static const unsigned char table_found[8] = { 0, 6, 0, 78, 2, 0, 36, 2 };

static __attribute__ ((noinline)) int
find_found (unsigned k, int a, int b)
{
  short value;
  int length;
  if (a > 2 && (value = table_found[k & 7]) > b)
    length = b;
  else
    {
      value = 0;
      length = a;
    }
  return value != b ? a * 7 + value : value * 100 + length;
}

int
main (void)
{
  static const char *const words[] = { "", "a", "ordinary", "key=value" };
  long (*measure) (const char *) = length_10;
  for (int i = 0; i < 4; i++)
    printf ("%ld %ld\n", length_8 (words[i]), measure (words[i]));
  for (unsigned k = 0; k < 10; k++)
    {
      printf ("%d ", find_found (k, 7, 5));
      printf ("%d ", find_found (k, k / 2 - 1, 1));
      printf ("%d\n", find_found (9 - k, -1, k));
    }
  return 0;
}
