/* What the rules for sums, bits, quotients, conversions and comparisons make of functions gives the values that are
   computed where nothing is known of the operands. */
extern void abort (void);

static __attribute__ ((noinline, noclone)) int plus_minus (int a, int b)
{
  int t = a - b;
  return t + b;
}

static __attribute__ ((noinline, noclone)) int plus_minus_slow (int a, int b)
{
  volatile int t = a - b;
  return t + b;
}

static __attribute__ ((noinline, noclone)) int minus_plus (int a, int b)
{
  int t = a + b;
  return t - b;
}

static __attribute__ ((noinline, noclone)) int minus_plus_slow (int a, int b)
{
  volatile int t = a + b;
  return t - b;
}

static __attribute__ ((noinline, noclone)) int minus_of_plus (int a, int b)
{
  int t = a + b;
  return a - t;
}

static __attribute__ ((noinline, noclone)) int minus_of_plus_slow (int a, int b)
{
  volatile int t = a + b;
  return a - t;
}

static __attribute__ ((noinline, noclone)) int minus_minus (int a, int b)
{
  int t = a - b;
  return a - t;
}

static __attribute__ ((noinline, noclone)) int minus_minus_slow (int a, int b)
{
  volatile int t = a - b;
  return a - t;
}

static __attribute__ ((noinline, noclone)) int minus_minus_first (int a, int b)
{
  int t = a - b;
  return t - a;
}

static __attribute__ ((noinline, noclone)) int minus_minus_first_slow (int a, int b)
{
  volatile int t = a - b;
  return t - a;
}

static __attribute__ ((noinline, noclone)) int negate_minus (int a, int b)
{
  int t = a - b;
  return -t;
}

static __attribute__ ((noinline, noclone)) int negate_minus_slow (int a, int b)
{
  volatile int t = a - b;
  return -t;
}

static __attribute__ ((noinline, noclone)) int plus_negate (int a, int b)
{
  int t = -a;
  return t + b;
}

static __attribute__ ((noinline, noclone)) int plus_negate_slow (int a, int b)
{
  volatile int t = -a;
  return t + b;
}

static __attribute__ ((noinline, noclone)) int minus_negate (int a, int b)
{
  int t = -a;
  return b - t;
}

static __attribute__ ((noinline, noclone)) int minus_negate_slow (int a, int b)
{
  volatile int t = -a;
  return b - t;
}

static __attribute__ ((noinline, noclone)) int negate_bit_not (int a)
{
  int t = ~a;
  return -t;
}

static __attribute__ ((noinline, noclone)) int negate_bit_not_slow (int a)
{
  volatile int t = ~a;
  return -t;
}

static __attribute__ ((noinline, noclone)) int bit_not_negate (int a)
{
  int t = -a;
  return ~t;
}

static __attribute__ ((noinline, noclone)) int bit_not_negate_slow (int a)
{
  volatile int t = -a;
  return ~t;
}

static __attribute__ ((noinline, noclone)) unsigned plus_plus_constants (unsigned a)
{
  unsigned t = a + 5;
  return t + 7;
}

static __attribute__ ((noinline, noclone)) unsigned plus_plus_constants_slow (unsigned a)
{
  volatile unsigned t = a + 5;
  return t + 7;
}

static __attribute__ ((noinline, noclone)) unsigned mult_mult_constants (unsigned a)
{
  unsigned t = a * 5;
  return t * 7;
}

static __attribute__ ((noinline, noclone)) unsigned mult_mult_constants_slow (unsigned a)
{
  volatile unsigned t = a * 5;
  return t * 7;
}

static __attribute__ ((noinline, noclone)) int mult_negate_constant (int a)
{
  int t = -a;
  return t * 7;
}

static __attribute__ ((noinline, noclone)) int mult_negate_constant_slow (int a)
{
  volatile int t = -a;
  return t * 7;
}

static __attribute__ ((noinline, noclone)) int mult_negate_negate (int a, int b)
{
  int t = -a;
  int u = -b;
  return t * u;
}

static __attribute__ ((noinline, noclone)) int mult_negate_negate_slow (int a, int b)
{
  volatile int t = -a;
  volatile int u = -b;
  return t * u;
}

static __attribute__ ((noinline, noclone)) int and_or_absorbed (int a, int b)
{
  int t = a | b;
  return t & b;
}

static __attribute__ ((noinline, noclone)) int and_or_absorbed_slow (int a, int b)
{
  volatile int t = a | b;
  return t & b;
}

static __attribute__ ((noinline, noclone)) int and_or_again (int a, int b)
{
  int t = a | b;
  return t | b;
}

static __attribute__ ((noinline, noclone)) int and_or_again_slow (int a, int b)
{
  volatile int t = a | b;
  return t | b;
}

static __attribute__ ((noinline, noclone)) int and_or_constants (int a)
{
  int t = a & 60;
  return t & 15;
}

static __attribute__ ((noinline, noclone)) int and_or_constants_slow (int a)
{
  volatile int t = a & 60;
  return t & 15;
}

static __attribute__ ((noinline, noclone)) int and_inverse (int a)
{
  int t = ~a;
  return t & a;
}

static __attribute__ ((noinline, noclone)) int and_inverse_slow (int a)
{
  volatile int t = ~a;
  return t & a;
}

static __attribute__ ((noinline, noclone)) int or_inverse (int a)
{
  int t = ~a;
  return t | a;
}

static __attribute__ ((noinline, noclone)) int or_inverse_slow (int a)
{
  volatile int t = ~a;
  return t | a;
}

static __attribute__ ((noinline, noclone)) int xor_again (int a, int b)
{
  int t = a ^ b;
  return t ^ b;
}

static __attribute__ ((noinline, noclone)) int xor_again_slow (int a, int b)
{
  volatile int t = a ^ b;
  return t ^ b;
}

static __attribute__ ((noinline, noclone)) int xor_constants (int a)
{
  int t = a ^ 60;
  return t ^ 15;
}

static __attribute__ ((noinline, noclone)) int xor_constants_slow (int a)
{
  volatile int t = a ^ 60;
  return t ^ 15;
}

static __attribute__ ((noinline, noclone)) int not_xor (int a)
{
  int t = a ^ 60;
  return ~t;
}

static __attribute__ ((noinline, noclone)) int not_xor_slow (int a)
{
  volatile int t = a ^ 60;
  return ~t;
}

static __attribute__ ((noinline, noclone)) int bit_not_bit_not (int a)
{
  int t = ~a;
  return ~t;
}

static __attribute__ ((noinline, noclone)) int bit_not_bit_not_slow (int a)
{
  volatile int t = ~a;
  return ~t;
}

static __attribute__ ((noinline, noclone)) int shift_shift (int a)
{
  int t = a << 3;
  return t << 4;
}

static __attribute__ ((noinline, noclone)) int shift_shift_slow (int a)
{
  volatile int t = a << 3;
  return t << 4;
}

static __attribute__ ((noinline, noclone)) int rshift_lshift (int a)
{
  int t = a >> 3;
  return t << 3;
}

static __attribute__ ((noinline, noclone)) int rshift_lshift_slow (int a)
{
  volatile int t = a >> 3;
  return t << 3;
}

static __attribute__ ((noinline, noclone)) unsigned lshift_rshift (unsigned a)
{
  unsigned t = a << 3;
  return t >> 3;
}

static __attribute__ ((noinline, noclone)) unsigned lshift_rshift_slow (unsigned a)
{
  volatile unsigned t = a << 3;
  return t >> 3;
}

static __attribute__ ((noinline, noclone)) int sum_is (int a)
{
  int t = a + 3;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int sum_is_slow (int a)
{
  volatile int t = a + 3;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int sum_compared (int a)
{
  int t = a + 3;
  return t < 5;
}

static __attribute__ ((noinline, noclone)) int sum_compared_slow (int a)
{
  volatile int t = a + 3;
  return t < 5;
}

static __attribute__ ((noinline, noclone)) int difference_is_zero (int a, int b)
{
  int t = a - b;
  return t == 0;
}

static __attribute__ ((noinline, noclone)) int difference_is_zero_slow (int a, int b)
{
  volatile int t = a - b;
  return t == 0;
}

static __attribute__ ((noinline, noclone)) int negate_is (int a)
{
  int t = -a;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int negate_is_slow (int a)
{
  volatile int t = -a;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int bit_not_is (int a)
{
  int t = ~a;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int bit_not_is_slow (int a)
{
  volatile int t = ~a;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int xor_is (int a)
{
  int t = a ^ 9;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int xor_is_slow (int a)
{
  volatile int t = a ^ 9;
  return t == 5;
}

static __attribute__ ((noinline, noclone)) int product_is_zero (int a)
{
  int t = a * 9;
  return t == 0;
}

static __attribute__ ((noinline, noclone)) int product_is_zero_slow (int a)
{
  volatile int t = a * 9;
  return t == 0;
}

static __attribute__ ((noinline, noclone)) int narrowed_compared (char a)
{
  int t = a;
  int z = 5;
  return t < z;
}

static __attribute__ ((noinline, noclone)) int narrowed_compared_slow (char a)
{
  volatile int t = a;
  volatile int z = 5;
  return t < z;
}

static __attribute__ ((noinline, noclone)) int narrowed_equal (char a)
{
  int t = a;
  int z = 5;
  return t == z;
}

static __attribute__ ((noinline, noclone)) int narrowed_equal_slow (char a)
{
  volatile int t = a;
  volatile int z = 5;
  return t == z;
}

static __attribute__ ((noinline, noclone)) int widened_equal (short a, short b)
{
  int t = a;
  int u = b;
  return t == u;
}

static __attribute__ ((noinline, noclone)) int widened_equal_slow (short a, short b)
{
  volatile int t = a;
  volatile int u = b;
  return t == u;
}

static __attribute__ ((noinline, noclone)) int widened_compared (short a, short b)
{
  int t = a;
  int u = b;
  return t < u;
}

static __attribute__ ((noinline, noclone)) int widened_compared_slow (short a, short b)
{
  volatile int t = a;
  volatile int u = b;
  return t < u;
}

static __attribute__ ((noinline, noclone)) int same_addend_equal (int a, int b, int c)
{
  int t = a + c;
  int u = b + c;
  return t == u;
}

static __attribute__ ((noinline, noclone)) int same_addend_equal_slow (int a, int b, int c)
{
  volatile int t = a + c;
  volatile int u = b + c;
  return t == u;
}

static __attribute__ ((noinline, noclone)) int same_addend_compared (int a, int b, int c)
{
  int t = a + c;
  int u = b + c;
  return t < u;
}

static __attribute__ ((noinline, noclone)) int same_addend_compared_slow (int a, int b, int c)
{
  volatile int t = a + c;
  volatile int u = b + c;
  return t < u;
}

static __attribute__ ((noinline, noclone)) int both_inverted (int a, int b)
{
  int t = ~a;
  int u = ~b;
  return t == u;
}

static __attribute__ ((noinline, noclone)) int both_inverted_slow (int a, int b)
{
  volatile int t = ~a;
  volatile int u = ~b;
  return t == u;
}

static __attribute__ ((noinline, noclone)) int convert_back (int a)
{
  long t = a;
  return (int) t;
}

static __attribute__ ((noinline, noclone)) int convert_back_slow (int a)
{
  volatile long t = a;
  return (int) t;
}

static __attribute__ ((noinline, noclone)) long convert_widened (short a)
{
  int t = a;
  return t;
}

static __attribute__ ((noinline, noclone)) long convert_widened_slow (short a)
{
  volatile int t = a;
  return t;
}

static __attribute__ ((noinline, noclone)) unsigned convert_mask (unsigned a)
{
  unsigned char t = a;
  return t;
}

static __attribute__ ((noinline, noclone)) unsigned convert_mask_slow (unsigned a)
{
  volatile unsigned char t = a;
  return t;
}

static __attribute__ ((noinline, noclone)) long convert_zero_sign (unsigned char a)
{
  int t = a;
  return t;
}

static __attribute__ ((noinline, noclone)) long convert_zero_sign_slow (unsigned char a)
{
  volatile int t = a;
  return t;
}

static __attribute__ ((noinline, noclone)) int div_div (int a)
{
  int t = a / 5;
  return t / 7;
}

static __attribute__ ((noinline, noclone)) int div_div_slow (int a)
{
  volatile int t = a / 5;
  return t / 7;
}

static __attribute__ ((noinline, noclone)) int div_mult (int a)
{
  int t = a * 5;
  return t / 5;
}

static __attribute__ ((noinline, noclone)) int div_mult_slow (int a)
{
  volatile int t = a * 5;
  return t / 5;
}

static __attribute__ ((noinline, noclone)) int mod_mod (int a)
{
  int t = a % 5;
  return t % 5;
}

static __attribute__ ((noinline, noclone)) int mod_mod_slow (int a)
{
  volatile int t = a % 5;
  return t % 5;
}

static __attribute__ ((noinline, noclone)) unsigned div_power_of_two (unsigned a)
{
  unsigned t = 8;
  return a / t;
}

static __attribute__ ((noinline, noclone)) unsigned div_power_of_two_slow (unsigned a)
{
  volatile unsigned t = 8;
  return a / t;
}

static __attribute__ ((noinline, noclone)) unsigned mod_power_of_two (unsigned a)
{
  unsigned t = 8;
  return a % t;
}

static __attribute__ ((noinline, noclone)) unsigned mod_power_of_two_slow (unsigned a)
{
  volatile unsigned t = 8;
  return a % t;
}

static const int values[] = { 0, 1, -1, 2, -2, 3, 5, 7, 8, 9, 15, 60, -60, 100, 127, -128, 255, 256, 1000, -32768, 32767, 12345678, -12345678 };

int main (void)
{
  int count = sizeof values / sizeof *values;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      {
        int a = values[i], b = values[j];
        if (plus_minus (a, b) != plus_minus_slow (a, b))
          abort ();
        if (minus_plus (a, b) != minus_plus_slow (a, b))
          abort ();
        if (minus_of_plus (a, b) != minus_of_plus_slow (a, b))
          abort ();
        if (minus_minus (a, b) != minus_minus_slow (a, b))
          abort ();
        if (minus_minus_first (a, b) != minus_minus_first_slow (a, b))
          abort ();
        if (negate_minus (a, b) != negate_minus_slow (a, b))
          abort ();
        if (plus_negate (a, b) != plus_negate_slow (a, b))
          abort ();
        if (minus_negate (a, b) != minus_negate_slow (a, b))
          abort ();
        if (negate_bit_not (a) != negate_bit_not_slow (a))
          abort ();
        if (bit_not_negate (a) != bit_not_negate_slow (a))
          abort ();
        if (plus_plus_constants (a) != plus_plus_constants_slow (a))
          abort ();
        if (mult_mult_constants (a) != mult_mult_constants_slow (a))
          abort ();
        if (mult_negate_constant (a) != mult_negate_constant_slow (a))
          abort ();
        if (mult_negate_negate (a, b) != mult_negate_negate_slow (a, b))
          abort ();
        if (and_or_absorbed (a, b) != and_or_absorbed_slow (a, b))
          abort ();
        if (and_or_again (a, b) != and_or_again_slow (a, b))
          abort ();
        if (and_or_constants (a) != and_or_constants_slow (a))
          abort ();
        if (and_inverse (a) != and_inverse_slow (a))
          abort ();
        if (or_inverse (a) != or_inverse_slow (a))
          abort ();
        if (xor_again (a, b) != xor_again_slow (a, b))
          abort ();
        if (xor_constants (a) != xor_constants_slow (a))
          abort ();
        if (not_xor (a) != not_xor_slow (a))
          abort ();
        if (bit_not_bit_not (a) != bit_not_bit_not_slow (a))
          abort ();
        if (shift_shift (a) != shift_shift_slow (a))
          abort ();
        if (rshift_lshift (a) != rshift_lshift_slow (a))
          abort ();
        if (lshift_rshift (a) != lshift_rshift_slow (a))
          abort ();
        if (sum_is (a) != sum_is_slow (a))
          abort ();
        if (sum_compared (a) != sum_compared_slow (a))
          abort ();
        if (difference_is_zero (a, b) != difference_is_zero_slow (a, b))
          abort ();
        if (negate_is (a) != negate_is_slow (a))
          abort ();
        if (bit_not_is (a) != bit_not_is_slow (a))
          abort ();
        if (xor_is (a) != xor_is_slow (a))
          abort ();
        if (product_is_zero (a) != product_is_zero_slow (a))
          abort ();
        if (narrowed_compared (a) != narrowed_compared_slow (a))
          abort ();
        if (narrowed_equal (a) != narrowed_equal_slow (a))
          abort ();
        if (widened_equal (a, b) != widened_equal_slow (a, b))
          abort ();
        if (widened_compared (a, b) != widened_compared_slow (a, b))
          abort ();
        if (same_addend_equal (a, b, a ^ b) != same_addend_equal_slow (a, b, a ^ b))
          abort ();
        if (same_addend_compared (a, b, a ^ b) != same_addend_compared_slow (a, b, a ^ b))
          abort ();
        if (both_inverted (a, b) != both_inverted_slow (a, b))
          abort ();
        if (convert_back (a) != convert_back_slow (a))
          abort ();
        if (convert_widened (a) != convert_widened_slow (a))
          abort ();
        if (convert_mask (a) != convert_mask_slow (a))
          abort ();
        if (convert_zero_sign (a) != convert_zero_sign_slow (a))
          abort ();
        if (div_div (a) != div_div_slow (a))
          abort ();
        if (div_mult (a) != div_mult_slow (a))
          abort ();
        if (mod_mod (a) != mod_mod_slow (a))
          abort ();
        if (div_power_of_two (a) != div_power_of_two_slow (a))
          abort ();
        if (mod_power_of_two (a) != mod_power_of_two_slow (a))
          abort ();
      }
  return 0;
}
