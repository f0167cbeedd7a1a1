/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original-folding -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding -fdump-tree-fre1-folding" } */

/* Comparisons of what has been computed. Each function is what one rule is for. */

int unordered_self (double a)
{
  double b = a;
  return !__builtin_islessequal (a, b);
}

int is_inverse (int a)
{
  int t = ~a;
  return a == t;
}

int is_not_inverse (int a)
{
  int t = ~a;
  return a != t;
}

int abs_is_zero (int a)
{
  int t = __builtin_abs (a);
  return t == 0;
}

int quotient_is_zero (unsigned a, unsigned b)
{
  unsigned t = a / b;
  return t == 0;
}

int exact_is (int *a, int *b)
{
  long t = a - b;
  return t == 5;
}

int exact_is_not (long *a, long *b)
{
  long t = a - b;
  return t == __LONG_MAX__ / 2;
}

int exact_differs (long *a, long *b)
{
  long t = a - b;
  return t != __LONG_MAX__ / 2;
}

int exact_compared (int *a, int *b)
{
  long t = a - b;
  return t <= 2;
}

int exact_compared_both (int *a, int *b, int *c, int *d)
{
  long t = a - b;
  long u = c - d;
  return t < u;
}

int sign_bit_is (int a)
{
  int t = a & (-__INT_MAX__ - 1);
  return t != 0;
}

int highest_bit_is (unsigned a)
{
  unsigned t = a & 0x80000000;
  return t == 0;
}

int one_bit_is (int a)
{
  int t = a & 16;
  return t == 16;
}

int all_in_mask (int a)
{
  int t = a & 23;
  return t == a;
}

int none_beside_bits (int a)
{
  int t = a | 137;
  return t != 137;
}

int same_under_mask (int a, int b)
{
  int t = a & 23;
  int u = b & 23;
  return t == u;
}

int same_inverted_bits (int a, int b, int c)
{
  int t = a ^ c;
  int u = b ^ c;
  return t == u;
}

int difference_with_first (unsigned a, unsigned b)
{
  return a - b > a;
}

int first_with_difference (unsigned a, unsigned b)
{
  unsigned t = a - b;
  return a < t;
}

int less_difference_with_first (unsigned a, unsigned b)
{
  return a - b - 1 >= a;
}

int first_with_less_difference (unsigned a, unsigned b)
{
  unsigned t = a - b;
  unsigned u = t - 1;
  return a > u;
}

int positive_as_signed (unsigned a)
{
  unsigned t = a - 1;
  return t <= __INT_MAX__ - 1;
}

int negated_compared (int a, int b)
{
  int t = -a;
  int u = -b;
  return t < u;
}

int same_base_compared (char *a, char *b, char *c)
{
  long t = a - c;
  long u = b - c;
  return t < u;
}

int power_rshifted (int a)
{
  int t = 64 >> a;
  int u = t & 2;
  return u != 0;
}

/* { dg-final { scan-tree-dump "Applying pattern unordered_self\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern is_inverse\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern is_not_inverse\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern abs_is_zero\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern quotient_is_zero\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_is_not\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_differs\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_compared_both\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sign_bit_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern highest_bit_is\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern one_bit_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern all_in_mask\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern none_beside_bits\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern same_under_mask\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern same_inverted_bits\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern difference_with_first\n" "original" } } */
/* { dg-final { scan-tree-dump "Applying pattern first_with_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern less_difference_with_first\n" "original" } } */
/* { dg-final { scan-tree-dump "Applying pattern first_with_less_difference\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern positive_as_signed\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negated_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern same_base_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern power_rshifted\n" "ccp1" } } */
