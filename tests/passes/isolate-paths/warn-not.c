/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Without the option nothing is said. */
int g (int);
int f (int c, int *q)
{
  int *p;
  if (c)
    p = 0;
  else
    p = q;
  g (1);
  return *p;
}
