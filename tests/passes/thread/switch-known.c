/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-thread1" } */

/* A case that a test before it has ruled out, or made certain, is gone to at once. */
void g (int);

int f (int a, int b)
{
  if (a == 3)
    g (1);
  g (b);
  switch (a)
    {
    case 3: g (7); break;
    case 50: g (9); break;
    case 900: g (8); break;
    }
  return b;
}

/* { dg-final { scan-tree-dump-times {\n  g \(b_\d+\(D\)\);} 2 "thread1" } } */
/* { dg-final { scan-tree-dump-times {switch \(a_} 1 "thread1" } } */
