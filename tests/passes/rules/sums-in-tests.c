/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original-folding -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding -fdump-tree-phiopt2-folding" } */

/* Sums compared with their terms, narrowed differences, offsets one after the other, exact quotients compared. */

char *pointer_plus_offsets (char *p, unsigned long a, unsigned long b)
{
  char *q = p + a;
  return q + b;
}

unsigned minus_narrowed_difference (unsigned long a, unsigned long b)
{
  unsigned long d = a - b;
  unsigned x = a, y = d;
  return x - y;
}

unsigned minus_narrowed_sum (unsigned long a, unsigned long b)
{
  unsigned long s = a + b;
  unsigned x = s, y = a;
  return x - y;
}

unsigned plus_narrowed_difference (unsigned long a, unsigned long b)
{
  unsigned long d = a - b;
  unsigned x = d, y = b;
  return x + y;
}

int exact_compared_negated (int *a, int *b, int *c)
{
  long x = -(b - a), y = -(c - a);
  return x < y;
}

int exact_compared_as_unsigned (int *a, int *b, int *c)
{
  unsigned long x = b - a, y = c - a;
  return x < y;
}

int sum_with_constant (int a)
{
  int s = a + 1;
  return s == a;
}

int used_sum_with_term (int a, int b)
{
  int s = a + b;
  return s == b;
}

int bounded_sum_above (int q)
{
  int r = 1;
  if (q <= 1)
    r = q - 1;
  return r;
}

unsigned long div_shifted_power (unsigned long a, int n)
{
  return a / (16UL << n);
}

/* { dg-final { scan-tree-dump "Applying pattern div_shifted_power\n" "original" } } */
/* { dg-final { scan-tree-dump "Applying pattern pointer_plus_offsets\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_narrowed_difference\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern minus_narrowed_sum\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern plus_narrowed_difference\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_compared_negated\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern exact_compared_as_unsigned\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sum_with_constant\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern used_sum_with_term\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern bounded_sum_above\n" "phiopt2" } } */
