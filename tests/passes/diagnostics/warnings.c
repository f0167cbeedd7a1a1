/* { dg-do compile } */
/* { dg-options "-Wall -O1" } */

int g (int *p)
{
  long *q = p; /* { dg-warning "initialization of 'long int \\*' from incompatible pointer type 'int \\*'" } */
  return *q;
}
