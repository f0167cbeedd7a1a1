/* What reads and writes memory, what lives there, and which versions are handed out again. */
typedef unsigned long size;
extern int memcmp (const char *, const char *, size);
extern int strcmp (const char *, const char *);
extern int use (int *);
extern long source (void);

int
ffs (x)
     int x;
{
  return x & -x;
}

int
builtins (char *p, char *q, int n)
{
  return memcmp (p, q, 4) + ffs (n) + strcmp (p, q) + __builtin_object_size (p, 0);
}

int
in_string (int i, const char *s)
{
  if (*s != "letters"[i])
    "other"[i] = 'x';
  return i;
}

_Complex double
power (_Complex double x)
{
  return __builtin_cpow (x, x);
}

_Complex long double
in_memory (_Complex long double x)
{
  _Complex long double r = x;
  __real__ r += 1;
  return r;
}

int
released (int *p)
{
  int a = *p;
  if (sizeof (int) == 2)
    {
      a += p[1] + p[2];
      *p = a * p[3];
      a = source () + p[4];
    }
  p[1] = a;
  return a + p[5];
}

int
variable (int n)
{
  int a[n];
  a[0] = n;
  return use (a);
}

int
two_dimensions (int n, int m[n][n])
{
  return m[1][2];
}
