/* Simplifications that were wrong: a negation below a conversion that is divided, constant objects whose initialisers
   leave holes, what __builtin_expect's arguments do besides having a value.  */
int printf (const char *, ...);

__attribute__ ((noipa)) static int
divided (signed char x)
{
  return (signed char) (-x) / 3;
}

__attribute__ ((noipa)) static int
divided_by_negative (int x)
{
  return (int) -(unsigned) x / -7;
}

__attribute__ ((noipa)) static short
divided_short (short x)
{
  return (short) -x / (short) 5;
}

static const union { struct { int a, b; } f; long w; } hole = { .f = { .b = 7 } };
static const union { int a[4]; long w[2]; } rest = { .a = { [1] = 5, [3] = 9 } };
static const union { struct { char c; int i; } s; unsigned long w; } padded = { .s = { .i = 3 } };
static const union { struct { int a; int b : 5; int c : 7; } s; unsigned long w; } bits = { .s = { .c = 3 } };
static const int partly[8] = { [1] = 1, [5 ... 6] = 2 };
static const struct { short s[3]; int i; } outer[2] = { [1] = { .s = { [1] = 4 }, .i = 6 } };

__attribute__ ((noipa)) static long
wide (const void *p)
{
  long l;
  __builtin_memcpy (&l, p, sizeof l);
  return l;
}

static long
wide_inline (const void *p)
{
  long l;
  __builtin_memcpy (&l, p, sizeof l);
  return l;
}

static int count;

static int
counted (int x)
{
  count++;
  return x;
}

__attribute__ ((noipa)) static int
expected (int a, int b)
{
  int r = a ? __builtin_expect (b, counted (1)) : __builtin_expect (b + 1, counted (0));
  r += __builtin_expect (a ? b : 3, counted (1)) != 0;
  if (__builtin_expect (a && b, counted (1)))
    r += 10;
  return r + (__builtin_expect (a || b, counted (0)) ? 100 : 0);
}

typedef int v4 __attribute__ ((vector_size (16)));
typedef unsigned char v8 __attribute__ ((vector_size (8)));

__attribute__ ((noipa)) static v4
complements (v4 a)
{
  return a + ~a;
}

__attribute__ ((noipa)) static v8
narrow_complements (v8 a)
{
  return (a ^ ~a) - (a | ~a) + (~a + 1);
}

__attribute__ ((noipa)) static v4
shuffled (v4 a, v4 b, v4 m)
{
  return __builtin_shuffle (a < b, a == b, m) + __builtin_shuffle (a > b, m);
}

int
main (void)
{
  for (int i = -128; i < 128; i += 51)
    printf ("%d %d\n", divided (i), divided_short (i * 256));
  printf ("%d %d\n", divided (-128), divided_short (-32768));
  printf ("%d %d\n", divided_by_negative (-2147483647 - 1), divided_by_negative (100));

  printf ("%lx %lx %lx\n", hole.w, rest.w[0], rest.w[1]);
  printf ("%lx %lx\n", padded.w >> 32, bits.w >> 32);
  for (int i = 0; i < 8; i += 2)
    printf ("%lx %lx\n", wide (&partly[i]), wide_inline (&partly[0] + 0));
  printf ("%lx %lx %lx %lx\n", wide_inline (&partly[0]), wide_inline (&partly[2]), wide_inline (&partly[4]),
	  wide_inline (&partly[6]));
  printf ("%lx %lx\n", wide_inline (&outer[0].s[1]), wide_inline (&outer[1]));

  printf ("%d", expected (0, 0));
  printf (" %d", expected (0, 5));
  printf (" %d", expected (2, 0));
  printf (" %d, %d calls\n", expected (2, 5), count);

  v4 a = { 1, -2, 3, 4 }, b = { 2, -2, 1, 9 }, m = { 0, 5, 2, 7 };
  v4 r = complements (a), s = shuffled (a, b, m);
  v8 c = { 0, 1, 2, 127, 128, 200, 254, 255 }, d = narrow_complements (c);
  for (int i = 0; i < 4; i++)
    printf ("%d %d %d %d\n", r[i], s[i], d[i], d[i + 4]);
  return 0;
}
