/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding -fdump-tree-fre1-folding" } */

/* Bitwise operations that are about the same bits. Each function is what one rule is for. */

unsigned and_of_not (unsigned a)
{
  a >>= 29;
  unsigned t = ~a;
  return t & 7;
}

int or_then_and (int a)
{
  int t = a | 20;
  return t & 60;
}

int and_or_with_inverse (int a, int b)
{
  int t = ~a;
  int u = t | b;
  return u & a;
}

int and_or_of_inverse (int a, int b)
{
  int t = ~a;
  int u = a | b;
  return u & t;
}

int or_of_or_and (int a, int b)
{
  int t = a | b;
  int u = a & b;
  return t | u;
}

int or_of_and_xor (int a, int b)
{
  int t = a & b;
  int u = a ^ b;
  return t | u;
}

int or_of_and_not_xor (int a, int b)
{
  int n = ~b;
  int t = a & n;
  int u = a ^ b;
  return t | u;
}

int or_of_and_same (int a, int b)
{
  int t = a & b;
  int u = a ^ b;
  int v = ~u;
  return t | v;
}

int and_of_or_same (int a, int b)
{
  int t = a | b;
  int u = a ^ b;
  int v = ~u;
  return t & v;
}

int or_of_same (int a, int b)
{
  int u = a ^ b;
  int v = ~u;
  return v | a;
}

int and_of_difference (int a, int b)
{
  int t = a ^ b;
  return t & a;
}

int or_of_difference (int a, int b)
{
  int t = a ^ b;
  return t | a;
}

int and_of_three (int a, int b, int c)
{
  int t = a ^ b;
  int u = b ^ c;
  int v = u ^ a;
  return t & v;
}

int or_of_three (int a, int b, int c)
{
  int t = a ^ b;
  int u = b ^ c;
  int v = u ^ a;
  return t | v;
}

int not_and_not (int a, int b)
{
  int t = ~a;
  int u = t & b;
  return ~u;
}

int not_or_not (int a, int b)
{
  int t = ~a;
  int u = t | b;
  return ~u;
}

int common_mask (int a, int b, int c)
{
  int t = a & c;
  int u = b & c;
  return t ^ u;
}

int common_bits (int a, int b, int c)
{
  int t = a | c;
  int u = b | c;
  return t & u;
}

int xor_of_and_xor (int a, int b)
{
  int t = a & b;
  int u = a ^ b;
  return t ^ u;
}

int xor_of_and (int a, int b)
{
  int t = a & b;
  return t ^ a;
}

int xor_of_or (int a, int b)
{
  int t = a | b;
  return t ^ a;
}

int xor_of_and_not (int a, int b)
{
  int n = ~b;
  int t = a & n;
  int u = ~a;
  return t ^ u;
}

int xor_not_not (int a, int b)
{
  int t = ~a;
  int u = ~b;
  return t ^ u;
}

int xor_not_constant (int a)
{
  int t = ~a;
  return t ^ 5;
}

int xor_not (int a, int b)
{
  int t = ~a;
  return t ^ b;
}

int xor_or_not (int a)
{
  int t = ~a;
  int u = t | 123;
  return u ^ 321;
}

int xor_and_not (int a)
{
  int t = ~a;
  int u = t & 123;
  return u ^ 321;
}

int signs_differ (int a, int b)
{
  _Bool t = a < 0;
  _Bool u = b < 0;
  return t ^ u;
}

int signs_agree (int a, int b)
{
  _Bool t = a < 0;
  _Bool u = b >= 0;
  return t ^ u;
}

int both_xor_equal (_Bool a, _Bool b)
{
  _Bool t = a & b;
  _Bool u = a == b;
  return t ^ u;
}

int both_is_one_of (_Bool a, _Bool b)
{
  int t = a & b;
  int u = a ^ b;
  return t == u;
}

int converted_operand (int a, unsigned b)
{
  unsigned t = a;
  unsigned u = t | b;
  return u;
}

int low_bits_of_sum (int a)
{
  int t = a + 64;
  return t & 63;
}

int low_bits_of_difference (int a)
{
  int t = 64 - a;
  return t & 63;
}

int low_bits_masked_first (int a, int b)
{
  int t = a & 319;
  int u = t + b;
  return u & 63;
}

int low_bits_masked_second (int a, int b)
{
  int t = a & 319;
  int u = b - t;
  return u & 63;
}

int low_bits_masked_negate (int a)
{
  int t = a & 319;
  int u = -t;
  return u & 63;
}

int low_bits_left_first (int a, int b)
{
  int t = a | -128;
  int u = t - b;
  return u & 63;
}

int low_bits_left_second (int a, int b)
{
  int t = a ^ -384;
  int u = b - t;
  return u & 63;
}

int low_bits_left_negate (int a)
{
  int t = a | -128;
  int u = -t;
  return u & 63;
}

int not_shifted (int a)
{
  int t = 123 >> a;
  return ~t;
}

unsigned not_shifted_unsigned (int a)
{
  unsigned t = 123U >> a;
  return ~t;
}

unsigned long converted_rshift_lshift (long a)
{
  long t = a >> 32;
  unsigned long u = t;
  return u << 32;
}

unsigned long converted_twice_rshift_lshift (unsigned long a)
{
  unsigned long t = a >> 32;
  unsigned u = t;
  unsigned long v = u;
  return v << 32;
}

unsigned and_widened (unsigned a)
{
  unsigned t = a << 8;
  return t & 0xff00;
}

/* { dg-final { scan-tree-dump "Applying pattern and_of_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_then_and\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_or_with_inverse\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_or_of_inverse\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_or_and\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_and_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_and_not_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_and_same\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_of_or_same\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_same\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_of_difference\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_of_three\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_of_three\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_and_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_or_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_mask\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern common_bits\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_and_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_and\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_or\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_of_and_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_not_not\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_not_constant\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_or_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_and_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern signs_differ\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern signs_agree\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern both_xor_equal\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern both_is_one_of\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_operand\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_of_sum\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_of_difference\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_masked_first\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_masked_second\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_masked_negate\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_left_first\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_left_second\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern low_bits_left_negate\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_shifted\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_shifted_unsigned\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_rshift_lshift\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern converted_twice_rshift_lshift\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_widened\n" "ccp1" } } */
