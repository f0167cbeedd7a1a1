/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* Labels of the program stay where they are, and a computed goto goes where it goes. */
int f (int n)
{
  static void *const to[] = { &&first, &&second };
  goto *to[n & 1];
first:
  return 5;
second:
  return n;
}

/* { dg-final { scan-tree-dump "goto _\[0-9\]+;\n  first:\n" "lower" } } */
/* { dg-final { scan-tree-dump "  second:\n" "lower" } } */
/* { dg-final { scan-tree-dump-times "return" 1 "lower" } } */
