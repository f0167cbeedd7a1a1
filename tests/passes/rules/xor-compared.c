/* { dg-do compile } */
/* { dg-options "-O -fdump-tree-forwprop1" } */

/* What is left of a difference compared with one of the two, or with nothing where they are truth values. */
void use (int);
void use_truth (_Bool);

int with_first (int a, int b)
{
  int difference = a ^ b;
  use (difference);
  return difference == a;
}

int of_truths (int *p, int *q)
{
  _Bool x = p != 0, y = q != 0;
  _Bool either = x ^ y;
  if (either)
    use (1);
  use_truth (either);
  return 0;
}

/* { dg-final { scan-tree-dump {b_[0-9]+\(D\) == 0} "forwprop1" } } */
/* { dg-final { scan-tree-dump {if \(x_[0-9]+ != y_[0-9]+\)} "forwprop1" } } */
