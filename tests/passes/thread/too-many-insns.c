/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-thread1-details" } */

/* What would be copied has its limit. */
void g (int);

int f (int a, int b)
{
  if (a)
    g (1);
  g (b);
  g (b + 1);
  g (b + 2);
  g (b + 3);
  if (a)
    g (3);
  return b;
}

/* { dg-final { scan-tree-dump-times "if \\(a_" 2 "thread1" } } */
/* { dg-final { scan-tree-dump "Did not thread around loop and would copy too many statements" "thread1" } } */
