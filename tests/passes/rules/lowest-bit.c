/* { dg-do compile } */
/* { dg-options "-O -fdump-tree-forwprop1" } */

/* A number that is its lowest bit has no other. */
void use (int);

int is_power (unsigned x)
{
  return (x & -x) == x;
}

int is_none (int y)
{
  int lowest = -y & y;
  use (lowest);
  return y != lowest;
}

/* { dg-final { scan-tree-dump {x_[0-9]+\(D\) \+ 4294967295} "forwprop1" } } */
/* { dg-final { scan-tree-dump {y_[0-9]+\(D\) \+ -1} "forwprop1" } } */
/* { dg-final { scan-tree-dump-not {[!=]= [xy]} "forwprop1" } } */
