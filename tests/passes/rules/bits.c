/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding" } */

/* Rules for bitwise operations and shifts. Each function is what one of them is for. */

int and_or_absorbed (int a, int b)
{
  int t = a | b;
  return t & b;
}

int and_or_again (int a, int b)
{
  int t = a | b;
  return t | b;
}

int and_or_constants (int a)
{
  int t = a & 60;
  return t & 15;
}

int and_inverse (int a)
{
  int t = ~a;
  return t & a;
}

int or_inverse (int a)
{
  int t = ~a;
  return t | a;
}

int xor_again (int a, int b)
{
  int t = a ^ b;
  return t ^ b;
}

int xor_constants (int a)
{
  int t = a ^ 60;
  return t ^ 15;
}

int not_xor (int a)
{
  int t = a ^ 60;
  return ~t;
}

int bit_not_bit_not (int a)
{
  int t = ~a;
  return ~t;
}

int shift_shift (int a)
{
  int t = a << 3;
  return t << 4;
}

int rshift_lshift (int a)
{
  int t = a >> 3;
  return t << 3;
}

unsigned lshift_rshift (unsigned a)
{
  unsigned t = a << 3;
  return t >> 3;
}

unsigned long narrowed_constant (unsigned short a)
{
  unsigned long t = a;
  return t & 12;
}

int narrowed_operands (unsigned char a, unsigned char b)
{
  int t = a;
  int u = b;
  return t ^ u;
}

/* { dg-final { scan-tree-dump "Applying pattern and_or_absorbed\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_or_again\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_or_constants\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_inverse\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_inverse\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_again\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_constants\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern bit_not_bit_not\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern shift_shift\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern rshift_lshift\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern lshift_rshift\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern narrowed_constant\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern narrowed_operands\n" "forwprop1" } } */
