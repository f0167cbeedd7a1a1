/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fno-tree-dce -fdump-tree-dom2-details" } */

/* Both φs are the same. */
void g (int);

void f (int a, int b, int c)
{
  int x = a, y = a;
  if (c)
    {
      g (0);
      x = b;
      y = b;
    }
  g (x);
  g (y);
}

/* { dg-final { scan-tree-dump "Replaced '\[xy\]_\[0-9\]*' with variable '\[xy\]_" "dom2" } } */
