/* Blocks that lead to the same place and end in the same insns share these: one where the whole block goes, five or more
   otherwise.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern void abort (void);

struct s { int a, b, c, d, e; };

/* What is stored is the same, and nothing is said of types any more: one of the two is a float.  */
__attribute__ ((noipa)) int
whole (int n, int *p)
{
  int r = 0;
  for (; *p; p++)
    {
      if (*p == ' ' || *p == n)
	r = 0;
      else if (*p == '\t')
	r = 0;
      else
	r += *p;
    }
  return r;
}

__attribute__ ((noipa)) void
ends (int n, struct s *s, int *q)
{
  if (n > 5)
    {
      q[0] = n * 3;
      s->a = 1;
      s->b = 2;
      s->c = 3;
      s->d = 4;
      s->e = 5;
    }
  else if (n < 2)
    {
      q[1] = n;
      s->a = 1;
      s->b = 2;
      s->c = 3;
      s->d = 4;
      s->e = 5;
    }
  __asm__ volatile ("" : : : "memory");
}

int
main (void)
{
  int text[] = { 1, ' ', 2, '\t', 3, 4, 0 };
  int q[2] = { 0, 0 };
  struct s s = { 0 };
  if (whole (9, text) != 7)
    abort ();
  ends (3, &s, q);
  if (s.e || q[0] || q[1])
    abort ();
  ends (6, &s, q);
  if (s.a != 1 || s.e != 5 || q[0] != 18)
    abort ();
  s.e = 0;
  ends (1, &s, q);
  if (s.e != 5 || q[1] != 1)
    abort ();
  return 0;
}

/* { dg-final { scan-assembler-times {\tsw\t[a-z0-9]+,16\(a1\)} 1 } } */
