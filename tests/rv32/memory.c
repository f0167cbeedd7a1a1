/* Bit-fields, pieces of structures, distances below zero, and the stack.  */
#define CHECK(X) if (!(X)) return __LINE__ & 255 ? __LINE__ & 255 : 1

struct fields { unsigned long long a : 5, b : 40, c : 19; int d : 7; long long e : 33; } v;
struct __attribute__ ((packed)) packed { char c; long long l; double d; int i; } w;
struct __attribute__ ((scalar_storage_order ("big-endian"))) reversed { unsigned long long a : 29, b : 4, c : 31; int i; } x;

__attribute__ ((noipa)) static void fill (struct fields *p, long long n) { p->a = n; p->b = n * 3; p->c = n >> 3; p->d = n; p->e = -n; }
__attribute__ ((noipa)) static int below (int **p) { return *((int **) p)[-1]; }
__attribute__ ((noipa)) static char before (int at) { char text[] = "0123456789"; char *p = text; p += at; return p[-1]; }
__attribute__ ((noipa)) static int *allocated (int n) { int *p = __builtin_alloca (n * sizeof *p); for (int i = 0; i < n; i++) p[i] = i; return p + n - 1 == 0 ? 0 : (int *) (long) p[n - 1]; }
__attribute__ ((noipa)) static int nested (int n) { int add (int m) { return n + m; } int (*volatile f) (int) = add; return f (5); }
__attribute__ ((noipa)) static int far (int n) { volatile char big[70000]; big[n] = 3; big[69999] = 4; return big[n] + big[69999]; }
__attribute__ ((noipa)) static int chosen (int n) { switch (n) { case 1: return 10; case 2: return 25; case 3: return 31; case 4: return 7; case 5: return 90; case 6: return 2; default: return 0; } }
static void *buffer[5];
__attribute__ ((noipa)) static void leave (void) { __builtin_longjmp (buffer, 1); }
__attribute__ ((noipa)) static int back (void) { if (__builtin_setjmp (buffer)) return 8; leave (); return 9; }

int
main (void)
{
  int one = 1, two = 2, *both[] = { &one, &two };
  fill (&v, 0x123456789);
  CHECK (v.a == 9 && v.b == 0x369d0369b && v.c == (0x123456789 >> 3 & 0x7ffff) && v.d == 9 && v.e == (-0x123456789ll << 31 >> 31));
  w.l = -0x123456789, w.d = 2.5, w.i = 7;
  CHECK (w.l + 1 == -0x123456788 && w.d * 2 == 5 && w.i == 7);
  x.a = 0x1234567, x.b = 10, x.c = 0x7edcba98, x.i = 0x1020304;
  CHECK (x.a == 0x1234567 && x.b == 10 && x.c == 0x7edcba98 && *(int *) ((char *) &x + 8) == 0x4030201);
  CHECK (below (both + 1) == 1 && before (2) == '1' && allocated (100) == (int *) 99);
  CHECK (nested (4) == 9 && far (40000) == 7 && chosen (3) == 31 && chosen (6) == 2 && chosen (9) == 0 && back () == 8);
  return 0;
}
