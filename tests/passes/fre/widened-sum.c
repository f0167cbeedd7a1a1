/* The sum of what was converted is the converted sum, unless the narrow one may wrap where the wide one does not. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-fre1" } */
unsigned long a, b;
unsigned int c, d;

void widened (int m, int f)
{
  a = (unsigned long) m + 1;
  if (f)
    {
      int sum = m + 1;
      b = (unsigned long) sum;
    }
}

void sign_changed (int m, int n)
{
  c = (unsigned int) m * (unsigned int) n;
  int product = m * n;
  d = (unsigned int) product;
}

void wraps (unsigned int m)
{
  a = (unsigned long) m + 1;
  unsigned int sum = m + 1;
  b = (unsigned long) sum;
}
/* { dg-final { scan-tree-dump-times "\\(long unsigned int\\)" 2 "fre1" } } */
/* { dg-final { scan-tree-dump "c = (_\[0-9\]+);.*d = \\1;" "fre1" } } */
