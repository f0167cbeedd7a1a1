/* The address of the arguments on the stack is stored where registers are scarce: the sum that it becomes once the
   frame is laid out needs a register, which must not be one that holds something else.  */
#include <stdarg.h>

extern int printf (const char *, ...);

__attribute__ ((noipa)) static void
use (long *values, va_list *list)
{
  for (int i = 0; i < 3; i++)
    values[i] += va_arg (*list, long);
}

struct holder { va_list list; long rest; };

/* All argument registers are named ones: the list begins at the argument pointer itself.  */
__attribute__ ((noipa)) static long
all_named (struct holder *out, long *v, long c, long d, long e, long f, long g, long h, ...)
{
  long s = v[0], t = v[1], u = v[2], w = v[3], x = v[4], y = v[5], z = v[6], k = v[7], l = v[8], m = v[9], n = v[10];
  long o = v[11], p = v[12], q = v[13], r = v[14];
  va_start (out->list, h);
  out->rest = s + t;
  v[0] = n * c + o, v[1] = m * d + p, v[2] = l * e + q, v[3] = k * f + r;
  v[4] = z * g, v[5] = y * h, v[6] = x + w, v[7] = u + t, v[8] = s * c;
  v[9] = (s ^ t) + (u ^ w) * (x ^ y) - (z ^ k) + (l ^ m) * (n ^ o) - (p ^ q) + r;
  use (v, &out->list);
  va_end (out->list);
  return v[9] + out->rest;
}

typedef struct { char a __attribute__ ((aligned (32))); int b[2]; } value;

__attribute__ ((noipa)) static value
other (value x, value y, int n)
{
  return n > 1 ? x : y;
}

__attribute__ ((noipa)) static long
digest (value v)
{
  return v.a * 11 + v.b[0];
}

__attribute__ ((noipa)) static void
nothing (void)
{
}

/* The frame that nested functions see holds where it stands and where the arguments are.  */
static long
frame (value a, value b, int n)
{
  long r = 0;
  value inner (value c, int m) { r += m; return m ? other (c, a, m) : b; }
  value (*f) (value, int) = inner;
  return r + digest (f (b, n)) + digest (f (a, 0));
}

__attribute__ ((noipa)) static long
nested (long *v, int n)
{
  long r = 0;
  long s = v[0], t = v[1], u = v[2], w = v[3], x = v[4], y = v[5], z = v[6], k = v[7], l = v[8];
  long m = v[9];
  for (int i = 0; i < n; i++)
    {
      value a = { s, { t } }, b = { u, { w } };
      r += frame (a, b, n);
      for (int j = 0; j < 5; j++)
        {
          s += u, t += w, u ^= x, w += y, x += z, y ^= k, z += l, k -= 3, l += j;
          m ^= l;
          nothing ();
        }
    }
  return r + s + t + u + w + x + y + z + k + l + m;
}

int
main (void)
{
  long v[15];
  struct holder h;
  for (int i = 0; i < 15; i++)
    v[i] = i * 7 + 1;
  printf ("%ld\n", all_named (&h, v, 2, 3, 4, 5, 6, 7, 100l, 200l, 300l));
  for (int i = 0; i < 10; i++)
    printf ("%ld ", v[i]);
  printf ("%ld\n", nested (v, 6));
  return 0;
}
