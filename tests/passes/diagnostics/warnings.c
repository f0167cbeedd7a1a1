/* { dg-do compile } */
/* { dg-options "-Wall -O1" } */

int f (void)
{
  int unused; /* { dg-warning "unused variable 'unused'" } */
  return 0;
}

int g (int *p)
{
  long *q = p; /* { dg-warning "initialization of 'long int \\*' from incompatible pointer type 'int \\*'" } */
  return *q;
}
