/* A value that shares its register with a parameter is returned by way of another one. */
/* { dg-do run } */
/* { dg-options "-O2 -fno-inline" } */

extern void abort (void);

static char *
back (char *s, char *s0)
{
  asm ("");
  while (*--s == '9')
    if (s == s0)
      {
	*s = '0';
	break;
      }
  ++*s++;
  return s;
}

static long
steps (long n)
{
  long last = n;
  while (n > 1)
    {
      last = n;
      n = n & 1 ? 3 * n + 1 : n / 2;
    }
  return last + n;
}

static unsigned short
halves (unsigned short n, int c)
{
  while (c-- > 0)
    n = n * 3 + 1;
  return n;
}

int
main (void)
{
  char s[] = "999999";
  if (back (s + 2, s) != s + 1 || s[0] != '1' || s[1] != '9')
    abort ();
  if (steps (6) != 3 || steps (1) != 2)
    abort ();
  if (halves (30000, 2) != (unsigned short) 270004 || halves (7, 0) != 7)
    abort ();
  return 0;
}
