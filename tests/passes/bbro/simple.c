/* { dg-do compile } */
/* { dg-options "-O2 -freorder-blocks-algorithm=simple -fdump-rtl-bbro" } */

/* Nothing is copied: what is rare comes after the return, or jumps back. */
int g (int);
int h (int);
int f (int n)
{
  int r;
  if (n)
    r = g (1);
  else
    r = h (2);
  return r + 1;
}

/* { dg-final { scan-rtl-dump "Reordering with the simple algorithm." "bbro" } } */
/* { dg-final { scan-rtl-dump-not "Duplicated bb" "bbro" } } */
/* { dg-final { scan-assembler-times {\tjr\tra\n} 1 } } */
