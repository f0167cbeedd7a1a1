/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fno-tree-ch -fdump-tree-copyprop1" } */

/* A variable that a loop sets to itself is what it was before. */
extern int cond (int);
int f (int a, int n)
{
  int x = a, i = 0;
  while (cond (x))
    {
      int y = x;
      x = y;
      i = i + 1;
    }
  return x + i;
}

/* { dg-final { scan-tree-dump "cond \\(a_\[0-9\]+\\(D\\)\\)" "copyprop1" } } */
