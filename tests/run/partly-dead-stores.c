/* Stores that are overwritten in part, variables that nothing reads, and constants read by bits.  */
int printf (const char *, ...);
void *memset (void *, int, unsigned long);
void *memcpy (void *, const void *, unsigned long);

struct s { int head[3]; short mid; char c[6]; long tail; };
static const struct bits { int a : 4; unsigned b : 7; signed char c; int d : 5; } bits = { -3, 100, -2, 9 };
static int calls;
static int x, z;
extern int y __attribute__ ((alias ("x")));
extern int w __attribute__ ((alias ("z")));
struct { unsigned low : 4, high : 6; int rest; } packed;

__attribute__ ((noinline)) static void
show (const struct s *p)
{
  const unsigned char *c = (const unsigned char *) p;
  unsigned sum = 0;
  for (int i = 0; i < (int) sizeof *p; i++)
    sum = sum * 31 + c[i];
  printf ("%u\n", sum);
}

__attribute__ ((noinline)) static char *
cleared (char *p, long n)
{
  struct s a, b = { .tail = n }, c = {};
  memset (&a, 3, sizeof a);
  a.head[0] = a.head[1] = 1;
  a.tail = n;
  show (&a);
  c.head[1] = 7;
  c.head[0] = 8;
  show (&b);
  show (&c);
  char *q = memset (p, 5, 24);
  memcpy (p, "abcde", 5);
  return q;
}

__attribute__ ((noinline)) static int
looped (int n)
{
  struct s a;
  int sum = 0;
  memset (&a, 1, sizeof a);
  for (int i = 0; i < n; i++)
    {
      sum += a.head[0];
      a.head[0] = i;
      a.head[1] = n;
    }
  show (&a);
  calls++;
  return sum;
}

__attribute__ ((noinline)) static int
beside (int n)
{
  packed.high = 31;
  packed.low = n;
  return packed.high + packed.low;
}

int
main (void)
{
  char text[24];
  long l;
  printf ("%.24s\n", cleared (text, 77));
  printf ("%d %d\n", looped (0), looped (5));
  printf ("%d\n", beside (19));
  memcpy (&l, &bits, sizeof bits);
  printf ("%d %d %d %d %x\n", bits.a, bits.b, bits.c, bits.d, (unsigned) l & 0x7fffff);
  calls = 3;
  x = 4;
  w = 5;
  printf ("%d %d\n", y, z);
  return 0;
}
