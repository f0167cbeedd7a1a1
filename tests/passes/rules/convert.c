/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding" } */

/* Rules for conversions. Each function is what one of them is for. */

int convert_back (int a)
{
  long t = a;
  return (int) t;
}

long convert_widened (short a)
{
  int t = a;
  return t;
}

unsigned convert_mask (unsigned a)
{
  unsigned char t = a;
  return t;
}

long convert_zero_sign (unsigned char a)
{
  int t = a;
  return t;
}

unsigned char narrow_sum_of_constant (unsigned char a, int *w)
{
  int t = a + 1;
  *w = t;
  return t;
}

unsigned char narrow_sum (unsigned char a, unsigned char b, int *w)
{
  int t = a - b;
  *w = t;
  return t;
}

signed char narrow_signed_sum (signed char a, signed char b)
{
  int x = a, y = b;
  int t = x + y;
  return t;
}

/* The sum is needed otherwise, too: three more operations would be made. */
signed char signed_sum_stays (signed char a, signed char b, int *w)
{
  int t = a - b;
  *w = t;
  return t;
}

/* { dg-final { scan-tree-dump "Applying pattern convert_back\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern convert_widened\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern convert_mask\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern convert_zero_sign\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern narrow_sum_of_constant\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern narrow_sum\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump-times "Applying pattern narrow_signed_sum\n" 1 "forwprop1" } } */
