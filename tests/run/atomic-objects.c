/* Objects of _Atomic types: what is read, assigned, changed and answered is as of plain ones. */
int printf (const char *, ...);

struct small { short a, b; };
struct odd { char c[3]; };
struct large { long v[5]; };

_Atomic int i;
_Atomic unsigned char c;
_Atomic short s;
_Atomic long l;
_Atomic double d;
_Atomic float f;
_Atomic _Bool b;
_Atomic struct small small;
_Atomic struct odd odd;
_Atomic struct large large;
int *_Atomic p;
_Atomic _Complex float z;
static int array[10];

static int values (void)
{
  int old = i++, new = ++i;
  int a = (i = 7), sum = (i += 2) * 2;
  b = 12;
  int truth = b;
  b--;
  c = 255;
  c++;
  i <<= 3;
  i /= 5;
  i %= 4;
  i |= 0x30;
  printf ("%d %d %d %d %d %d %d %d\n", old, new, a, sum, truth, b, c, i);
  int *q = array;
  p = q;
  p += 5;
  int *r = p--;
  printf ("%ld %ld %d\n", r - array, p - array, *p);
  d = 1.25;
  d *= 4;
  double e = d--;
  z = 1.5f + 2.0if;
  z *= 2;
  _Complex float y = z;
  printf ("%g %g %g %g\n", e, d, __real y, __imag y);
  return i ? 3 : 4;
}

static void aggregates (void)
{
  struct small x = { 3, -4 };
  struct odd o = { "ab" };
  struct large w = { { 1, 2, 3, 4, 5 } };
  small = x;
  odd = o;
  large = w;
  struct small x2 = small;
  struct odd o2 = odd;
  struct large w2 = large;
  printf ("%d %d %s %ld %ld\n", x2.a, x2.b, o2.c, w2.v[0], w2.v[4]);
  struct large want, got = { { 9, 9, 9, 9, 9 } };
  struct large *at = (struct large *) &large;
  __atomic_load (at, &want, __ATOMIC_SEQ_CST);
  int did = __atomic_compare_exchange (at, &got, &w2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  printf ("%d %ld %ld\n", did, got.v[4], want.v[2]);
  want.v[2] = 33;
  __atomic_exchange (at, &want, &got, __ATOMIC_SEQ_CST);
  __atomic_load (at, &want, __ATOMIC_SEQ_CST);
  printf ("%ld %ld\n", want.v[2], got.v[2]);
}

int main (void)
{
  i = 1;
  printf ("%d\n", values ());
  aggregates ();
  const _Atomic int k = 4;
  _Atomic int local = 5;
  int sum = 0;
  while (local--)
    sum += local && k;
  printf ("%d %zu\n", sum, sizeof local + sizeof large);
  return 0;
}
