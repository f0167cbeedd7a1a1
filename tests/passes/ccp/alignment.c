/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* The low bits of addresses are known by the objects' alignment. */
long array[8];
char bytes[8];

int known (int i)
{
  char *p = (char *) &array[i];
  return (long) p & 7;
}

int open (int i)
{
  char *q = &bytes[i];
  return (long) q & 7;
}

int stack (int n)
{
  char *r = __builtin_alloca (n);
  return (long) r & 15;
}

/* { dg-final { scan-tree-dump-times "return 0;" 2 "ccp1" } } */
/* { dg-final { scan-tree-dump "& 7" "ccp1" } } */
