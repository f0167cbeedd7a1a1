/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding -fdump-tree-fre1-folding" } */

/* Sums and products that have more to them than two operands. Each function is what one rule is for. */

int not_of_not_minus (int a, int b)
{
  int t = ~a;
  int u = t - b;
  return ~u;
}

int not_of_not_plus (int a, int b)
{
  int t = ~a;
  int u = t + b;
  return ~u;
}

unsigned negate_sum_of_difference (unsigned a, unsigned b, unsigned c)
{
  unsigned t = a - b;
  unsigned u = t + c;
  return -u;
}

long negate_converted (int a)
{
  int t = -a;
  long u = t;
  return -u;
}

int negate_converted_not (unsigned a)
{
  unsigned t = ~a;
  int u = t;
  return -u;
}

int sum_minus_sum (int a, int b, int c)
{
  int t = a + b;
  int u = c + b;
  return t - u;
}

int sum_minus_difference (int a, int b, int c)
{
  int t = a + b;
  int u = b - c;
  return t - u;
}

int difference_plus_sum (int a, int b, int c)
{
  int t = a - b;
  int u = c + b;
  return t + u;
}

int difference_minus_difference (int a, int b, int c)
{
  int t = a - b;
  int u = c - b;
  return t - u;
}

int difference_minus_from_same (int a, int b, int c)
{
  int t = a - b;
  int u = a - c;
  return t - u;
}

int difference_plus_difference (int a, int b, int c)
{
  int t = a - b;
  int u = c - a;
  return t + u;
}

int product_plus_self (int a)
{
  int t = a * 4;
  return t + a;
}

int products_plus (int a)
{
  int t = a * 12;
  int u = a * 5;
  return t + u;
}

int products_minus (int a)
{
  int t = a * 12;
  int u = a * 5;
  return t - u;
}

int product_less_one_plus (int a, int b)
{
  int t = a - 1;
  int u = t * b;
  return u + b;
}

int product_plus_one_minus (int a, int b)
{
  int t = a + 1;
  int u = t * b;
  return u - b;
}

int minus_product_of_rest (int a, int b)
{
  int t = 1 - a;
  int u = t * b;
  return b - u;
}

int plus_plus_beyond (int a)
{
  int t = a + __INT_MAX__;
  return t + 2;
}

int plus_plus_to_least (int a)
{
  int t = a + __INT_MAX__;
  return t + 1;
}

int wrapping_plus_plus (unsigned a)
{
  unsigned t = a + 123;
  int u = t;
  return u - 99;
}

unsigned plus_wrapping_plus (int a)
{
  int t = a + 123;
  unsigned u = t;
  return u - 99;
}

int or_minus (int a, int b)
{
  int t = a | b;
  return t - b;
}

int minus_and (int a, int b)
{
  int t = a & b;
  return a - t;
}

int and_plus_or (int a, int b)
{
  int t = a & b;
  int u = a | b;
  return t + u;
}

int and_plus_xor (int a, int b)
{
  int t = a & b;
  int u = a ^ b;
  return t + u;
}

int or_minus_xor (int a, int b)
{
  int t = a | b;
  int u = a ^ b;
  return t - u;
}

int or_minus_and (int a, int b)
{
  int t = a | b;
  int u = a & b;
  return t - u;
}

int and_minus_or (int a, int b)
{
  int t = a & b;
  int u = a | b;
  return t - u;
}

int less_and_minus_or (int a, int b)
{
  int t = a & b;
  int u = a | b;
  int v = t - 1;
  return v - u;
}

int and_minus_more_or (int a, int b)
{
  int t = a & b;
  int u = a | b;
  int v = u + 1;
  return t - v;
}

int chosen_by_mask (int a, int b)
{
  _Bool c = a < b;
  int t = c;
  int u = -t;
  int v = a ^ b;
  int w = v & u;
  return w ^ a;
}

unsigned chosen_by_converted_mask (unsigned a, unsigned b)
{
  _Bool c = a < b;
  int t = c;
  int u = -t;
  unsigned m = u;
  unsigned v = a ^ b;
  unsigned w = v & m;
  return w ^ a;
}

unsigned long plus_widened_plus (int a)
{
  int t = a + 1;
  unsigned long u = t;
  return u + 24;
}

/* The front end leaves it as it is written. */
unsigned long widened_as_written (int a)
{
  return (unsigned long) (a + 1) + 24;
}

/* { dg-final { scan-tree-dump "Applying pattern not_of_not_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern not_of_not_plus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_sum_of_difference\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_converted\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_converted_not\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sum_minus_sum\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sum_minus_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern difference_plus_sum\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern difference_minus_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern difference_minus_from_same\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern difference_plus_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_plus_self\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern products_plus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern products_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_less_one_plus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_plus_one_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_product_of_rest\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern plus_plus_beyond\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern plus_plus_to_least\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]+\\(D\\) - -2147483648" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern wrapping_plus_plus\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern plus_wrapping_plus\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_minus\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_and\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_plus_or\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_plus_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_minus_xor\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern or_minus_and\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_minus_or\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern less_and_minus_or\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern and_minus_more_or\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern chosen_by_mask\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern chosen_by_converted_mask\n" "ccp1" } } */
/* { dg-final { scan-tree-dump-times "Applying pattern plus_widened_plus\n" 2 "forwprop1" } } */
