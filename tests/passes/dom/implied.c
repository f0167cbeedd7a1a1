/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-thread-jumps -fdump-tree-dom2-details" } */

/* What is less is less or equal, and no NaN. What is not less may be one: nothing follows. */
void g (int);

void less (double a, double b)
{
  if (a < b)
    if (a <= b)
      g (1);
}

void other (double a, double b)
{
  if (!(a < b))
    if (a >= b)
      g (2);
}

/* { dg-final { scan-tree-dump "1>>> STMT 1 = a_\[0-9\]*\\(D\\) ordered_expr b_" "dom2" } } */
/* { dg-final { scan-tree-dump-not "if \\(a_\[0-9\]*\\(D\\) <= b_\[0-9\]*\\(D\\)\\)\n    goto" "dom2" } } */
/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]*\\(D\\) >= b_" "dom2" } } */
