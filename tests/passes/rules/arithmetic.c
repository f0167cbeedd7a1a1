/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding" } */

/* Rules for sums, products and pointers. Each function is what one of them is for. */

int plus_minus (int a, int b)
{
  int t = a - b;
  return t + b;
}

int minus_plus (int a, int b)
{
  int t = a + b;
  return t - b;
}

int product_minus_self (int a)
{
  int t = a * 5;
  return t - a;
}

int minus_of_plus (int a, int b)
{
  int t = a + b;
  return a - t;
}

int minus_minus (int a, int b)
{
  int t = a - b;
  return a - t;
}

int minus_minus_first (int a, int b)
{
  int t = a - b;
  return t - a;
}

int negate_minus (int a, int b)
{
  int t = a - b;
  return -t;
}

int plus_negate (int a, int b)
{
  int t = -a;
  return t + b;
}

int minus_negate (int a, int b)
{
  int t = -a;
  return b - t;
}

int negate_bit_not (int a)
{
  int t = ~a;
  return -t;
}

int bit_not_negate (int a)
{
  int t = -a;
  return ~t;
}

unsigned plus_plus_constants (unsigned a)
{
  unsigned t = a + 5;
  return t + 7;
}

unsigned mult_mult_constants (unsigned a)
{
  unsigned t = a * 5;
  return t * 7;
}

int mult_negate_constant (int a)
{
  int t = -a;
  return t * 7;
}

int mult_negate_negate (int a, int b)
{
  int t = -a;
  int u = -b;
  return t * u;
}

char *pointer_plus_constants (char *p)
{
  char *q = p + 4;
  return q + 6;
}

long pointer_diff_plus (char *p, long n)
{
  char *q = p + n;
  return q - p;
}

/* { dg-final { scan-tree-dump "Applying pattern plus_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_plus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_minus_self\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_of_plus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_minus_first\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_minus\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern plus_negate\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_negate\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_bit_not\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern bit_not_negate\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern plus_plus_constants\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern mult_mult_constants\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern mult_negate_constant\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern mult_negate_negate\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern pointer_plus_constants\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern pointer_diff_plus\n" "ccp1" } } */
