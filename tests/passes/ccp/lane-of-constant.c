/* A lane of a constant vector, or a half of a constant complex number, is a constant.  */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

typedef float floats __attribute__ ((vector_size (16)));
typedef short shorts __attribute__ ((vector_size (8)));

float
lane (void)
{
  floats a = {1, 2, 3, 4};
  return a[1];
}

short
last (void)
{
  shorts a = {1, 2, 3, 4};
  shorts b = a;
  return b[3];
}

static const _Complex double numbers[2] = {1 + 2i, 3 + 4i};

double
half (void)
{
  return __imag__ numbers[1];
}

/* { dg-final { scan-tree-dump "return 2\\.0e\\+0;" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 4;" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 4\\.0e\\+0;" "ccp1" } } */
