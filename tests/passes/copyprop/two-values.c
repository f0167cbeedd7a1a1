/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* A phi of two values is no copy. */
extern int cond (void);
int f (int a, int b)
{
  int x = a;
  if (cond ())
    x = b;
  return x;
}

/* { dg-final { scan-tree-dump "# x_\[0-9\]+ = PHI <\[ab\]_\[0-9\]+\\(D\\)\\(\[0-9\]\\), \[ab\]_" "copyprop1" } } */
