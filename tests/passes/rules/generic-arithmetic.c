/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original" } */

/* What rules of the table make of trees. Each function is what one rule is for. */

unsigned f (void);

int plus_zero (int a) { return a + 0; }
int mult_one (int a) { return a * 1; }
int mult_zero (int a) { return a * 0; }
int dropped (void) { return f () * 0; }
int mult_minus_one (int a) { return a * -1; }
int zero_minus (int a) { return 0 - a; }
int minus_self (int a) { return a - a; }
int all_ones_minus (int a) { return -1 - a; }
int negate_negate (int a) { return - -a; }
int bit_not_minus_one (int a) { return ~(a - 1); }
int plus_inverse (int a) { return ~a + a; }
int inverse_plus_one (int a) { return ~a + 1; }
double minus_positive_zero (double x) { return x - 0.0; }
double plus_negative_zero (double x) { return x + -0.0; }
double mult_real_minus_one (double x) { return x * -1.0; }
double rdiv_one (double x) { return x / 1; }
double rdiv_minus_one (double x) { return x / -1.0; }
double abs_abs (double x) { return __builtin_fabs (__builtin_fabs (x)); }
double abs_negate (double x) { return __builtin_fabs (-x); }
double abs_not_negative_itself (unsigned a) { return __builtin_fabs ((double) a); }
int bit_not_sum (int a) { return ~(a + 5); }
int bit_not_difference (int a, int b) { return ~(a - b); }
unsigned bit_not_wrapping_difference (unsigned a, unsigned b) { return ~(a - b); }
int plus_self (int a) { return a + a; }
int plus_negate_below (int a, int b) { return (int) -(unsigned) a + b; }
unsigned minus_negate_below (unsigned a, int b) { return a - (unsigned) -b; }
int plus_wrapped_negate (unsigned a, int b) { return (int) -a + b; }
int minus_wrapped_negate (unsigned a, int b) { return b - (int) -a; }
int mult_power (int a, int n) { return a * (1 << n); }
char *pointer_plus_twice (char *p, long a, long b) { return p + a + b; }
char *pointer_plus_diff (char *p, char *q) { return p + (q - p); }
char *null_plus_offset (long a) { return (char *) 0 + a; }
long pointer_diff_minus (char *p, long a) { return p - (p + a); }
long pointer_diff_both (char *p, long a, long b) { return (p + a) - (p + b); }
long pointer_diff_self (char *p) { return p - p; }
int div_one (int a) { return a / 1; }
int div_minus_one (int a) { return a / -1; }
int mod_one (int a) { return a % 1; }
int mod_minus_one (int a) { return a % -1; }
unsigned div_mult_power (unsigned a) { return a / 8 * 8; }
int mod_nonnegative (unsigned char a) { return a % 8; }
int mod_negative (int a) { return a % -8; }
unsigned div_shifted (unsigned a, int n) { return a / (1u << n); }
int nonnegative_div_shifted (unsigned char a, int n) { return a / (1 << n); }
unsigned mod_shifted (unsigned a, int n) { return a % (2u << n); }
