/* { dg-do compile } */
/* { dg-options "-O -fdump-tree-forwprop1" } */

/* A constant goes before a conversion that loses nothing, though the converted value is wanted, too. */
void use (int);

int same_width (unsigned x)
{
  int signed_x = x;
  use (signed_x);
  return signed_x & 127;
}

int widened (unsigned short y)
{
  int wide = y;
  use (wide);
  return wide | 127;
}

int narrowed (unsigned long z)
{
  int narrow = z;
  use (narrow);
  return narrow & 127;
}

/* { dg-final { scan-tree-dump {= x_[0-9]+\(D\) & 127;} "forwprop1" } } */
/* { dg-final { scan-tree-dump {= y_[0-9]+\(D\) \| 127;} "forwprop1" } } */
/* { dg-final { scan-tree-dump {= narrow_[0-9]+ & 127;} "forwprop1" } } */
