/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original" } */

/* What rules of the table make of comparisons in trees. Each function is what one rule is for. */

int same_holds (int a) { return a == a; }
int same_fails (int a) { return a < a; }
int above_all (unsigned char a) { return (unsigned) a > 255; }
int above_all_words (unsigned a) { return a > 4294967295u; }
int below_all (unsigned a) { return a < 0; }
int at_most_all (unsigned a) { return a <= 4294967295u; }
int at_least_all (unsigned a) { return a >= 0; }
int at_most_least (unsigned a) { return a <= 0; }
int at_least_greatest (unsigned a) { return a >= 4294967295u; }
int below_second (unsigned a) { return a < 1; }
int above_last_but_one (unsigned a) { return a > 4294967294u; }
int as_signed (unsigned a) { return a > 2147483647; }
int positive_bound (int a) { return a < 7; }
int negative_bound (int a) { return a <= -7; }
int difference_is_zero (int a, int b) { return a - b == 0; }
int xor_is (int a) { return (a ^ 5) == 9; }
int negate_is (int a) { return -a == 9; }
int xor_is_operand (int a, int b) { return (a ^ b) == b; }
int rotated_is (unsigned a) { return (a << 3 | a >> 29) == 8; }
int constant_negated (int a) { return -a < 5; }
int constant_inverted (int a) { return ~a < 5; }
int product_compared (int a) { return a * 3 < 0; }
int negative_product (int a) { return a * -3 < 0; }
int multiple_of_power (int a) { return a % 8 == 0; }
int one_bit_is (int a) { return (a & 4) == 4; }
int lacks_bits (int a) { return (a & 3) == 4; }
int lacks_bits_not (int a) { return (a & 3) != 4; }
int has_bits (int a) { return (a | 3) == 4; }
int has_bits_not (int a) { return (a | 3) != 4; }
int shifted_bit_is (int a, int n) { return (a & 1 << n) == 0; }
int bit_of_shifted (int a) { return (a >> 3 & 1) == 0; }
int bit_of_shifted_as (unsigned a) { return ((int) (a >> 15) & 1) != 0; }
int sign_of_shifted (int a) { return (a >> 30 & 4) != 0; }
int bit_shifted_in (unsigned a) { return (a >> 30 & 4) == 0; }
int bit_shifted_in_not (unsigned a) { return (a >> 30 & 4) != 0; }
int sign_shifted_down (unsigned a) { return a >> 31 == 0; }
int extended_sign_is (signed char a) { return (a & 128) != 0; }
int high_bits_clear (unsigned a) { return (a & -16u) == 0; }
int sum_with_term (int a, int b) { return a + b == b; }
int sum_above_term (int a) { return a + 5 > a; }
int term_below_sum (int a) { return a < a + 5; }
int difference_with_term (int a, int b) { return a - b == a; }
int difference_above_term (int a) { return a - 5 < a; }
int term_below_difference (int a) { return a > a - 5; }
int constant_minus_is (int a) { return 5 - a == 9; }
int constant_minus_compared (int a) { return 5 - a < 9; }
int sum_is (int a) { return a + 5 == 9; }
int sum_compared (int a) { return a + 5 < 9; }
int sum_below_constant (int a) { return a + -10 > 2147483640; }
int sum_above_constant (int a) { return a + 10 < -2147483640; }
int reinterpreted_equal (unsigned a) { return (int) a == 5; }
int resized_equal (short a) { return a == 5; }
int resized_compared (short a) { return a < 5; }
int both_resized_equal (unsigned a, unsigned b) { return (int) a == (int) b; }
int both_extended_equal (short a, signed char b) { return a == b; }
int both_extended (short a, signed char b) { return a < b; }
int extended_below (signed char a) { return a < 1000; }
int extended_above (signed char a) { return a < -1000; }
int same_addend_swapped (int a, int b, int c) { return a + b == b + c; }
int same_addend_less (int a, int b, int c) { return a + b < b + c; }
int same_minuend_equal (int a, int b, int c) { return a - b == a - c; }
int same_minuend_compared (int a, int b, int c) { return a - b < a - c; }
int offset_is_zero (char *p, long a) { return p + a == p; }
int offsets_compared (char *p, long a, long b) { return p + a < p + b; }
int inverted_compared (int a, int b) { return ~a < ~b; }
int real_negated_compared (double a, double b) { return -a < -b; }
int real_negated_constant (double a) { return -a < 5.0; }
int negative_zero_compared (double a) { return a < -0.0; }
