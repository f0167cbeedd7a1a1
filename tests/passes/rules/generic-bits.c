/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original" } */

/* What rules of the table make of bitwise operations and shifts in trees. Each function is what one rule is for. */

struct s { unsigned u : 5, v : 5; };

int and_or_self (int a) { return (a & a) + (a | a); }
int and_zero (int a) { return a & 0; }
int and_ones (int a) { return a & -1; }
int or_zero (int a) { return a | 0; }
int or_ones (int a) { return a | -1; }
int xor_self (int a) { return a ^ a; }
int xor_zero (int a) { return a ^ 0; }
int xor_inverse (int a) { return ~a ^ a; }
int xor_ones (int a) { return a ^ -1; }
int and_keeps_extended (unsigned char a) { return a & 255; }
int and_keeps_truth (int a, int b) { return (a == b) & 1; }
int and_keeps_none (unsigned char a) { return a & 256; }
int and_or_split (int a, int b) { return (a & b) | (a & ~b); }
int not_both (int a, int b) { return ~a & ~b; }
int not_either (int a, int b) { return ~a | ~b; }
int low_bit_toggled (int a) { return (a ^ 1) & 1; }
int low_bit_inverted (int a) { return ~a & 1; }
int low_bit_xor (int a) { return (a & 1) ^ 1; }
int or_covers_and (int a) { return (a & 3) | 7; }
int or_completes_and (int a) { return (a & -8) | 7; }
int or_after_and (int a) { return (a & 13) | 9; }
int narrower_operands (unsigned char a, unsigned char b) { return a | b; }
int narrower_constant (unsigned char a) { return a ^ 8; }
int narrower_fields (struct s *s) { return s->u ^ s->v; }
int lshift_keeps_none (int a) { return (a << 3) & 4; }
int rshift_keeps_none (unsigned a) { return (a >> 28) & 32; }
int lshift_keeps_some (int a) { return (a << 3) & 12; }
int rshift_keeps_sign (int a) { return (a >> 28) & 32; }
int shift_none (int a) { return a << 0; }
int shift_zero (int a) { return 0 >> a; }
int rshift_ones (int a) { return -1 >> a; }
int lshift_out (unsigned a) { return a << 20 << 20; }
int rshift_out (unsigned a) { return a >> 20 >> 20; }
int rshift_rshift_sign (int a) { return a >> 20 >> 20; }
int power_shifted (int n) { return 1 << (31 - n); }
unsigned rotate_left (unsigned a) { return (a << 5) | (a >> 27); }
int shift_of_bits (int a) { return (a & 12) << 2; }
unsigned rotate_twice (unsigned a)
{ return ((a >> 5 | a << 27) >> 6) | ((a >> 5 | a << 27) << 26); }
unsigned rotate_around (unsigned a)
{ return ((a >> 25 | a << 7) >> 26) | ((a >> 25 | a << 7) << 6); }
int tested_bit_moved_up (int a) { return a & 4 ? 16 : 0; }
int tested_bit_moved_down (int a) { return a & 16 ? 4 : 0; }
int sign_moved_down (int a) { return a < 0 ? 16 : 0; }
long sign_extended (int a) { return a < 0 ? 1L << 40 : 0; }
int sign_chosen (int a) { return a < 0 ? -2147483647 - 1 : 0; }
int inverted_if_negative (int a, int b) { return a < 0 ? ~b : b; }
int inverted_unless_negative (int a, int b) { return a < 0 ? b : ~b; }
int inverted_if_not_negative (int a, int b) { return a >= 0 ? ~b : b; }
int inverted_unless_not_negative (int a, int b) { return a >= 0 ? b : ~b; }
