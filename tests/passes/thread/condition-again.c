/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-thread1" } */

/* What is tested a second time is known on both ways, though what lies between is copied. */
void g (int);

int f (int a, int b)
{
  if (a)
    g (1);
  g (b);
  if (a)
    g (3);
  return b;
}

/* { dg-final { scan-tree-dump-times "if \\(a_" 1 "thread1" } } */
/* { dg-final { scan-tree-dump-times "g \\(b_" 2 "thread1" } } */
