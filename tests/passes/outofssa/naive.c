/* { dg-do compile } */
/* { dg-options "-O1 -w -fchecking=0 -fout-of-ssa=naive -fdump-tree-outofssa-details" } */

/* Copies put where the φs were, one after the other, make something else of the program: what is wrong is said. */
int g (int);
int f (int n)
{
  int x = 1, r;
  do
    {
      r = x;
      x = x + 1;
    }
  while (g (x));
  return r;
}

/* { dg-final { scan-tree-dump "left wrong: x_2 and x_\[0-9\]+ interfere" "outofssa" } } */
