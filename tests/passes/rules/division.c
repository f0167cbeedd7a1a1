/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-folding" } */

/* Rules for quotients and remainders. Each function is what one of them is for. */

int div_div (int a)
{
  int t = a / 5;
  return t / 7;
}

int div_mult (int a)
{
  int t = a * 5;
  return t / 5;
}

int mod_mod (int a)
{
  int t = a % 5;
  return t % 5;
}

unsigned mod_power_of_two (unsigned a)
{
  unsigned t = 8;
  return a % t;
}

/* { dg-final { scan-tree-dump "Applying pattern div_div\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern div_mult\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern mod_mod\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "Applying pattern mod_power_of_two\n" "ccp1" } } */
