/* The calling convention: with -DCALLER or -DCALLEE one half, which another compiler's other half agrees with.  */
typedef long long ll;
struct chars { char c[3]; };
struct word { int a; };
struct pair { int a; short b; };
struct both { int a, b; };
struct wide { ll x; };
struct large { int a[5]; };
struct real { double d; };
struct mixed { float f; int i; };
struct floats { float a, b; };
union either { int i; double d; };

#define FUNCTIONS(F) \
  F (int, seven_and_pair, (int a, int b, int c, int d, int e, int f, int g, ll h), (1, 2, 3, 4, 5, 6, 7, 0x900000008), \
     a == 1 && g == 7 && h == 0x900000008, 42) \
  F (ll, odd_pair, (int a, ll b, char c, ll d), (-1, -2, 3, 0x123456789), a == -1 && b == -2 && c == 3 && d == 0x123456789, -0x700000001) \
  F (double, reals, (double a, float b, double c, int d), (1.5, 2.5f, -3.5, 4), a == 1.5 && b == 2.5f && c == -3.5 && d == 4, 0.25) \
  F (float, many, (double a, double b, double c, double d, double e, float f, double g, double h, double i, float j), \
     (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), a == 1 && h == 8 && i == 9 && j == 10, 0.5f) \
  F (long double, quad, (int a, long double b), (1, 2.5L), a == 1 && b == 2.5L, -7.25L)
#define STRUCTURES(F) \
  F (chars, s.c[0] == 1 && s.c[2] == 3, { 1, 2, 3 }) F (word, s.a == -5, -5) F (pair, s.a == 70000 && s.b == -3, 70000, -3) \
  F (both, s.a == 1 && s.b == -2, 1, -2) F (wide, s.x == 0x100000002, 0x100000002) \
  F (large, s.a[0] == 1 && s.a[4] == 5, { 1, 2, 3, 4, 5 }) F (real, s.d == 2.5, 2.5) \
  F (mixed, s.f == 1.5f && s.i == 9, 1.5f, 9) F (floats, s.a == 1.5f && s.b == -2.5f, 1.5f, -2.5f)

#define DECLARE(T, N, P, A, C, R) T N P;
FUNCTIONS (DECLARE)
#define DECLARE_S(N, C, ...) struct N with_##N (int, struct N, int, int, int, int, struct N, double, struct N);
STRUCTURES (DECLARE_S)
union either with_either (union either, int, union either);
int variadic (int, ...);

#ifndef CALLER
#define DEFINE(T, N, P, A, C, R) T N P { return (C) ? (R) : 0; }
FUNCTIONS (DEFINE)
#define DEFINE_S(N, C, ...) \
  static int is_##N (struct N s) { return C; } \
  struct N with_##N (int i, struct N a, int j, int k, int l, int m, struct N b, double d, struct N c) \
  { struct N none = {}; return i + j + k + l + m == 15 && d == 6.5 && is_##N (a) && is_##N (b) && is_##N (c) ? b : none; }
STRUCTURES (DEFINE_S)
union either with_either (union either a, int b, union either c) { return a.d == 1.5 && b == 2 ? c : a; }

int
variadic (int count, ...)
{
  __builtin_va_list list;
  int sum = 0;
  __builtin_va_start (list, count);
  while (count--)
    {
      sum += __builtin_va_arg (list, int);
      sum += __builtin_va_arg (list, ll) >> 32;
      sum += __builtin_va_arg (list, double);
      sum += __builtin_va_arg (list, struct pair).b;
      sum += __builtin_va_arg (list, long double);
      sum += __builtin_va_arg (list, struct large).a[4];
    }
  __builtin_va_end (list);
  return sum;
}
#endif

#ifndef CALLEE
int
main (void)
{
  int wrong = 0, number = 0;
#define CALL(T, N, P, A, C, R) number++; if (N A != (R)) wrong = number;
  FUNCTIONS (CALL)
#define CALL_S(N, C, ...) { number++; struct N v = { __VA_ARGS__ }, s = with_##N (1, v, 2, 3, 4, 5, v, 6.5, v); if (!(C)) wrong = number; }
  STRUCTURES (CALL_S)
  if (with_either ((union either) { .d = 1.5 }, 2, (union either) { .i = 77 }).i != 77)
    wrong = 50;
  struct pair p = { 1, 4 };
  struct large l = { { 0, 0, 0, 0, 6 } };
  if (variadic (2, 1, 0x200000000, 3.0, p, 5.0L, l, 10, -0x100000000, 0.5, p, 1.0L, l) != 1 + 2 + 3 + 4 + 5 + 6 + 10 - 1 + 0 + 4 + 1 + 6)
    wrong = 60;
  return wrong;
}
#endif
