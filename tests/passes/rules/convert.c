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

/* { dg-final { scan-tree-dump "Applying pattern convert_back\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern convert_widened\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern convert_mask\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern convert_zero_sign\n" "ccp1" } } */
