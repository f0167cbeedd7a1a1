/* Folding by the front end, before gimplification. */
typedef unsigned long word;
typedef unsigned short u16;

struct fields { unsigned a : 3; unsigned b : 5; unsigned short c : 15; int d; };
struct bytes { unsigned char a, b; unsigned short c; };

word average (word a, word b) { return (a + b) / 2; }
u16 narrow (unsigned x) { return x; }
_Bool negated (_Bool c) { return !c; }
_Bool inverted (int x) { _Bool c; c = ~x; return c; }
int remainder_of_field (struct fields *p) { p->c %= 15; return p->c % 15; }
int fields_are_equal (struct fields *p, struct fields *q) { return p->a == q->a && p->b == q->b; }
int bytes_are (struct bytes *p) { return p->a == 3 && p->b == 4; }
int bytes_are_equal (struct bytes *p, struct bytes *q) { return (p->a & 15) == (q->a & 12) && p->b == q->b; }
int high_bits (unsigned x) { return (x & ~7u) != 0; }
int masked_alike (int x, int y) { return (x & 31) == (y & 31); }
int bool_or (_Bool a, _Bool b) { return a | b; }
int bool_and (_Bool a, _Bool b) { return a & b; }
void volatile_counter (void) { volatile int i = 0; i++; i = 2; }
int average_of (int n, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, n);
  int first = __builtin_va_arg (ap, int);
  __builtin_va_end (ap);
  return first;
}
_Complex char rotated (_Complex char z) { return z; }
int bit_is_set (unsigned x, int i) { return (x & (1u << i)) != 0; }
int moved_up (int a) { return a & 32 ? 128 : 0; }
int moved_down (int a) { return a & 128 ? 32 : 0; }
int moved_sign (int a) { return a < 0 ? 64 : 0; }
int toggled_by_sign (int x, int y) { return x < 0 ? ~y : y; }
int quotient_is (int x) { return x / -10 == 2; }
int quotient_above (int x) { return x / -10 > 2; }
long at_integer (long p, long i) { return ((long *) p)[1] + ((long *) p)[i]; }
int assigned_constant (void) { short s; int i; i = s = -1; return i; }
int shifted_mask (int x) { return (x & 8) >> 3; }
unsigned rounded_down (unsigned x) { return x / 16 * 16; }
unsigned inverted_difference (unsigned x, unsigned y) { return ~(x - y); }
double quotients (double a, double b) { return a / -b + 1.0 / -b + (a + 1.0) / -a; }
