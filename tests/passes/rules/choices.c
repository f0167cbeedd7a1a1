/* { dg-do compile } */
/* { dg-options "-O2 -fno-signed-zeros -fno-trapping-math -fdump-tree-phiopt-folding" } */

/* Choices that are said without one. Each function is what one rule is for. */

int choice_of_bit (int x, int y)
{
  return x < y ? 8 : 0;
}

long choice_of_no_bit (int x, int y)
{
  return x < y ? 0 : -__LONG_MAX__ - 1;
}

int choice_of_truth (int x, int y)
{
  if (x < y)
    return 1;
  return 0;
}

int choice_of_untruth (int x, int y)
{
  if (x < y)
    return 0;
  return 1;
}

char choice_of_all_ones (int a)
{
  return a > 3 ? -1 : 0;
}

int choice_of_no_ones (int a)
{
  return a == 3 ? 0 : -1;
}

float negated_if_zero (float a)
{
  if (a == 0)
    return a;
  return -a;
}

float negated_unless_zero (float a)
{
  if (a != 0)
    return a;
  return -a;
}

int zero_or_negated (int a)
{
  if (a == 0)
    return a;
  return -a;
}

float abs_chosen (float a)
{
  if (a > 0)
    return a;
  return -a;
}

double negative_abs_chosen (double a)
{
  if (a <= 0)
    return a;
  return -a;
}

int negative_absu_chosen (int a)
{
  if (a < 0)
    return a;
  return -a;
}

int inverted_if_negative (int a, int b)
{
  if (a < 0)
    return ~b;
  return b;
}

int inverted_unless_not_negative (int a, int b)
{
  if (a >= 0)
    return b;
  return ~b;
}

unsigned inverted_if_not_negative (int a, unsigned b)
{
  if (a >= 0)
    return ~b;
  return b;
}

int negate_untruth (_Bool x)
{
  return x ? 0 : -1;
}

/* { dg-final { scan-tree-dump "Applying pattern choice_of_bit\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern choice_of_no_bit\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern choice_of_truth\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern choice_of_untruth\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern choice_of_all_ones\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern choice_of_no_ones\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negated_if_zero\n" "phiopt2" } } */
/* { dg-final { scan-tree-dump "Applying pattern negated_unless_zero\n" "phiopt2" } } */
/* { dg-final { scan-tree-dump "Applying pattern zero_or_negated\n" "phiopt2" } } */
/* { dg-final { scan-tree-dump "Applying pattern abs_chosen\n" "phiopt2" } } */
/* { dg-final { scan-tree-dump "Applying pattern negative_abs_chosen\n" "phiopt2" } } */
/* { dg-final { scan-tree-dump "Applying pattern negative_absu_chosen\n" "phiopt2" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverted_if_negative\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverted_unless_not_negative\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern inverted_if_not_negative\n" "phiopt1" } } */
/* { dg-final { scan-tree-dump "Applying pattern negate_untruth\n" "phiopt1" } } */
