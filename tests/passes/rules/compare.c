/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding" } */

/* Rules for comparisons. Each function is what one of them is for. */

int sum_is (int a)
{
  int t = a + 3;
  return t == 5;
}

int sum_compared (int a)
{
  int t = a + 3;
  return t < 5;
}

int difference_is_zero (int a, int b)
{
  int t = a - b;
  return t == 0;
}

int negate_is (int a)
{
  int t = -a;
  return t == 5;
}

int bit_not_is (int a)
{
  int t = ~a;
  return t == 5;
}

int xor_is (int a)
{
  int t = a ^ 9;
  return t == 5;
}

int product_is_zero (int a)
{
  int t = a * 9;
  return t == 0;
}

int narrowed_compared (char a)
{
  int t = a;
  int z = 5;
  return t < z;
}

int narrowed_equal (char a)
{
  int t = a;
  int z = 5;
  return t == z;
}

int widened_equal (short a, short b)
{
  int t = a;
  int u = b;
  return t == u;
}

int widened_compared (short a, short b)
{
  int t = a;
  int u = b;
  return t < u;
}

int same_addend_equal (int a, int b, int c)
{
  int t = a + c;
  int u = b + c;
  return t == u;
}

int same_addend_compared (int a, int b, int c)
{
  int t = a + c;
  int u = b + c;
  return t < u;
}

int both_inverted (int a, int b)
{
  int t = ~a;
  int u = ~b;
  return t == u;
}

/* { dg-final { scan-tree-dump "Applying pattern sum_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern sum_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern difference_is_zero\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern bit_not_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern xor_is\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern product_is_zero\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern narrowed_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern narrowed_equal\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern widened_equal\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern widened_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern same_addend_equal\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern same_addend_compared\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern both_inverted\n" "ccp1" } } */
