/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fdump-tree-dom2" } */

/* What is computed on one way is not available on another. */
void g (int);

int f (int a, int b, int c)
{
  if (c)
    g (a * b);
  else
    g (3);
  return a * b;
}

/* { dg-final { scan-tree-dump-times "a_\[0-9\]*\\(D\\) \\* b_" 2 "dom2" } } */
