/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-original-folding -fdump-tree-ccp1-folding -fdump-tree-forwprop1-folding -fdump-tree-fre1-folding" } */

/* Quotients that something is known of. Each function is what one rule is for. */

int constant_div_negate (int a)
{
  int t = -a;
  return 10 / t;
}

unsigned one_div_unsigned (unsigned a)
{
  return 1 / a;
}

int one_div_signed (int a)
{
  return 1 / a;
}

int rest_of_div (int a, int b)
{
  int t = a / b;
  int u = t * b;
  return a - u;
}

int next_multiple (int a, int b)
{
  int t = a / b;
  int u = t + 1;
  int v = u * b;
  return v - a;
}

/* { dg-final { scan-tree-dump "Applying pattern constant_div_negate\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern one_div_unsigned\n" "original" } } */
/* { dg-final { scan-tree-dump "Applying pattern one_div_signed\n" "forwprop1" } } */
/* { dg-final { scan-tree-dump "Applying pattern rest_of_div\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern next_multiple\n" "forwprop1" } } */
