/* { dg-do compile } */
/* { dg-options "-O2 -fno-code-hoisting -fdump-tree-pre-stats" } */

/* What the option turns off stays where it is. */
int f (int a, int b, int c)
{
  int x;
  if (c > 4)
    x = a / (b | 1) + 7;
  else
    x = a / (b | 1) - c;
  return x;
}

/* { dg-final { scan-tree-dump-not "HOIST inserted" "pre" } } */
/* { dg-final { scan-tree-dump-times " / " 2 "pre" } } */
