/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* The test before the loop says that s is less than some number, so that s + 1 does not wrap around.  */

int *a;

int foo (unsigned char s, unsigned char l)
{
  int sum = 0;
  for (unsigned char i = s; i < l; i++)
    sum += a[i];
  return sum;
}

/* { dg-final { scan-tree-dump "bounded by 254" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "bounded by 255" "ivopts" } } */
