/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding -fdump-tree-fre1-folding -fdump-tree-phiopt1-folding -fdump-tree-forwprop2-folding" } */

/* Sums of bits, what is added and taken away with conversions between, factors in common, quotients and choices. Each
   function is what one rule is for. */

int sum_minus_and (int a, int b) { int t = a + b; int u = a & b; return t - u; }
int sum_minus_or (int a, int b) { int t = a + b; int u = a | b; return t - u; }
unsigned minus_converted_and (int a, int b) { int t = a & b; unsigned u = t; unsigned v = a; return v - u; }
int negate_sign (int a) { int t = a >> 31; return -t; }
int negate_sign_bit (unsigned a) { unsigned t = a >> 31; return -t; }
int inverted_difference (int a, int b) { int t = a - b; return ~t; }
int inverted_sum (int a) { int t = a + 5; return ~t; }
int inverse_plus_constant (int a) { int t = ~a; return t + 9; }
unsigned inverse_plus (unsigned a, unsigned b) { unsigned t = ~a; return t + b; }
int converted_sum_minus (int a, unsigned b) { unsigned t = a + b; int u = t; return u - a; }
unsigned sum_of_converted_minus (int a, unsigned b) { unsigned c = a; unsigned t = b + c; return t - a; }
int converted_difference_plus (unsigned a, int b) { unsigned t = a - b; int u = t; return u + b; }
unsigned minus_converted_sum (unsigned a, int b) { int t = (int) a + b; unsigned u = t; return a - u; }
int minus_converted_sum_unsigned (int a, unsigned b) { unsigned t = a + b; int u = t; return a - u; }
int minus_converted_difference (int a, unsigned b) { unsigned t = a - b; int u = t; return a - u; }
unsigned converted_difference_minus (unsigned a, int b) { int t = (int) a - b; unsigned u = t; return u - a; }
int converted_difference_minus_unsigned (int a, unsigned b) { unsigned t = a - b; int u = t; return u - a; }
int constant_minus_converted_rest (unsigned a) { unsigned t = 7 - a; int u = t; return 7 - u; }
unsigned common_factor (unsigned a, unsigned b, unsigned c) { unsigned t = a * b; unsigned u = a * c; return t + u; }
unsigned common_factor_of_one (unsigned a, unsigned b) { unsigned t = a * b; return t - a; }
unsigned one_common_factor (unsigned a, unsigned b) { unsigned t = a * b; return a - t; }
int common_constant (int a, int b) { int t = a * -12; int u = b * -12; return t + u; }
long common_constant_used_first (long a, long b, long *p) { long t = a * -24; *p = t; long u = b * -24; return t - u; }
unsigned common_factor_used_first (unsigned a, unsigned b, unsigned c, unsigned *p)
{
  unsigned t = a * b;
  *p = t;
  unsigned u = a * c;
  return t - u;
}
int common_positive (int a, int b) { int t = a * 12; int u = b * 12; return t + u; }
int common_constant_of_one (int a) { int t = a * -6; return t + -6; }
int one_common_constant (int a) { int t = a * -6; return -6 - t; }
/* The product is used twice, or the sum of the others may overflow where theirs did not: nothing is taken out. */
int common_constant_shared (int a, int *p) { int t = a * 7; *p = t; return t + 7; }
int common_factor_of_any (int a, int b, int c) { int t = a * b; int u = a * c; return t + u; }
int min_of_moved (int a) { int t = a + 8; return a < t ? a : t; }
char *pointer_plus_difference (char *p, char *q) { long t = q - p; return p + t; }
int xor_of_and_or (int a, int b) { int t = a & b; int u = a | b; return t ^ u; }
int xor_of_or_xor (int a, int b) { int t = a | b; int u = a ^ b; return t ^ u; }
int xor_of_or_or_not (int a, int b) { int n = ~b; int t = a | b; int u = a | n; return t ^ u; }
int xor_of_xor_or_not (int a, int b) { int n = ~a; int t = a ^ b; int u = n | b; return t ^ u; }
int xor_of_not_and (int a, int b) { int n = ~a; int t = n & b; return t ^ a; }
int or_of_exclusive (int a, int b) { int n = ~a; int m = ~b; int t = a & m; int u = n & b; return t | u; }
int or_of_neither_second (int a, int b) { int o = a | b; int n = ~o; int m = ~a; int t = m & b; return n | t; }
int or_of_neither_both (int a, int b) { int o = a | b; int n = ~o; int t = a & b; return n | t; }
int or_of_neither_one (int a, int b) { int o = a | b; int n = ~o; int t = a ^ b; return t | n; }
int merged_by_mask (int a, int b, int m) { int n = ~m; int t = a & n; int u = b & m; return t | u; }
int and_untruth (int a) { int t = a == 0; return a & t; }
int but_not_both (int a, int b) { int t = a & b; int n = ~t; return a & n; }
int or_not_either (int a, int b) { int t = a | b; int n = ~t; return a | n; }
int or_then_and_all (int a) { int t = a | 7; return t & 3; }
int lowest_of_shifted (int a) { int t = 5 << a; return t & 1; }
int no_lowest_of_shifted (int a) { int t = 6 << a; return t & 1; }
int not_of_not_shifted (int a, int b) { int n = ~a; int t = n >> b; return ~t; }
int lshift_between (int a) { unsigned t = a; unsigned u = t << 8; return u; }
int rshift_by_itself (int a) { int t = a; return a >> t; }
unsigned product_beside_itself (unsigned char a) { unsigned b = a; unsigned t = b * 256; return b ^ t; }
unsigned product_beside_shifted (unsigned char a) { unsigned b = a; unsigned t = b * 257; unsigned u = b << 16; return t | u; }
unsigned products_beside (unsigned char a) { unsigned b = a; unsigned t = b * 257; unsigned u = b * 65536; return t | u; }
int div_of_product (int a, int b) { int t = a * b; return t / b; }
long exact_times (int *p, int *q) { long t = q - p; return t * 4; }
unsigned long exact_moved_times (int *p, int *q) { long t = q - p; long u = t + 3; unsigned long v = u; return v * 4; }
unsigned rest_of_converted_div (unsigned a, unsigned b) { unsigned t = a / b; unsigned u = t * b; int v = u; int w = a; return w - v; }
int quotient_and_rest (int a, int b) { int t = a / b; int u = t * b; int v = a % b; return u + v; }
int not_above_max (int a, int b) { int m = a < b ? b : a; return m >= a; }
int below_min (int a, int b) { int m = a > b ? b : a; return m > a; }
int same_factor (int a, int b, int c) { c |= 1; int t = a * c; int u = b * c; return t == u; }
int shifted_constant_is (int a) { int t = 3 << a; return t == 24; }
int shifted_constant_never (int a) { int t = 3 << a; return t == 4; }
int shifted_constant_differs (int a) { int t = 8 << a; return t != 4; }
int exact_compared_unsigned (int *p, int *q) { unsigned long t = q - p; return t > 4; }
unsigned opposite_unless (unsigned a) { return a != 5 ? -a : -5u; }
unsigned inverse_unless (unsigned a) { return a != 5 ? ~a : ~5u; }
_Bool least_and_at_most (unsigned a, unsigned b) { _Bool t = a <= b; _Bool u = a == 0; return t & u; }
_Bool greatest_and_at_least (unsigned a, unsigned b) { _Bool t = a >= b; _Bool u = a == -1u; return t & u; }
_Bool not_least_and_above (unsigned a, unsigned b) { _Bool t = a > b; _Bool u = a != 0; return t & u; }
_Bool not_greatest_and_below (unsigned a, unsigned b) { _Bool t = a < b; _Bool u = a != -1u; return t & u; }
_Bool least_and_above (unsigned a, unsigned b) { _Bool t = a > b; _Bool u = a == 0; return t & u; }
_Bool greatest_and_below (unsigned a, unsigned b) { _Bool t = a < b; _Bool u = a == -1u; return t & u; }
_Bool least_or_at_most (unsigned a, unsigned b) { _Bool t = a <= b; _Bool u = a == 0; return t | u; }
_Bool greatest_or_at_least (unsigned a, unsigned b) { _Bool t = a >= b; _Bool u = a == -1u; return t | u; }
_Bool not_least_or_above (unsigned a, unsigned b) { _Bool t = a > b; _Bool u = a != 0; return t | u; }
_Bool not_greatest_or_below (unsigned a, unsigned b) { _Bool t = a < b; _Bool u = a != -1u; return t | u; }
_Bool not_least_or_at_most (unsigned a, unsigned b) { _Bool t = a <= b; _Bool u = a != 0; return t | u; }
_Bool not_greatest_or_at_least (unsigned a, unsigned b) { _Bool t = a >= b; _Bool u = a != -1u; return t | u; }
_Bool least_or_above (unsigned b, unsigned a) { _Bool t = a < b; _Bool u = b == 0; return t | u; }
_Bool least_or_below (unsigned a, unsigned b) { _Bool t = a > b; _Bool u = a == 0; return t | u; }
_Bool not_least_and_at_most (unsigned b, unsigned a) { _Bool t = a >= b; _Bool u = b != 0; return t & u; }
_Bool not_least_and_below (unsigned a, unsigned b) { _Bool t = a <= b; _Bool u = a != 0; return t & u; }

/* { dg-final { scan-tree-dump "Applying pattern sum_minus_and\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sum_minus_or\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_converted_and\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_sign\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_sign_bit\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverted_difference\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverted_sum\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverse_plus_constant\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverse_plus\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_sum_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sum_of_converted_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_difference_plus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_converted_sum\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_converted_sum_unsigned\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_converted_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_difference_minus\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_difference_minus_unsigned\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern constant_minus_converted_rest\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_factor\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_factor_of_one\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern one_common_factor\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_constant\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_constant_used_first\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_factor_used_first\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_constant_of_one\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern one_common_constant\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]+\\(D\\) \\+ b_\[0-9\]+\\(D\\);\n\[^;\]* \\* 12;" "forwprop2" } } */
/* { dg-final { scan-tree-dump "\\* 7;\n.*\\+ 7;" "forwprop2" } } */
/* { dg-final { scan-tree-dump "= t_\[0-9\]+ \\+ u_" "forwprop2" } } */
/* { dg-final { scan-tree-dump "Applying pattern min_of_moved\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern pointer_plus_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_and_or\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_or_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_or_or_not\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_xor_or_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_not_and\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_exclusive\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_neither_second\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_neither_both\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_neither_one\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern merged_by_mask\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_untruth\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern but_not_both\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_not_either\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_then_and_all\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern lowest_of_shifted\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern no_lowest_of_shifted\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_of_not_shifted\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern lshift_between\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern rshift_by_itself\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_beside_itself\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_beside_shifted\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern products_beside\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern div_of_product\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_times\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_moved_times\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern rest_of_converted_div\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern quotient_and_rest\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_above_max\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern below_min\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern same_factor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern shifted_constant_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern shifted_constant_never\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern shifted_constant_differs\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_compared_unsigned\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern opposite_unless\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverse_unless\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern least_and_at_most\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern greatest_and_at_least\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_least_and_above\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_greatest_and_below\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern least_and_above\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern greatest_and_below\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern least_or_at_most\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern greatest_or_at_least\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_least_or_above\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_greatest_or_below\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_least_or_at_most\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_greatest_or_at_least\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern least_or_above\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern least_or_below\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_least_and_at_most\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_least_and_below\n" "forwprop1" } } */
