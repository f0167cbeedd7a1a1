/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fno-tree-pre -fdump-tree-dom2" } */

/* What has been computed where control must have come along is not computed again. */
void g (int);

int f (int a, int b, int c)
{
  g (a * b);
  if (c)
    return a * b;
  return 7;
}

/* { dg-final { scan-tree-dump-times "a_\[0-9\]*\\(D\\) \\* b_" 1 "dom2" } } */
