/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* A static variable is named as it is. */
int f (int n)
{
  static int count;
  int in (void) { return count++; }
  return in () + n;
}

/* { dg-final { scan-tree-dump {count.1_2 \+ 1;} "nested" } } */
/* { dg-final { scan-tree-dump-not {FRAME} "nested" } } */
/* { dg-final { scan-tree-dump-not {CHAIN} "nested" } } */
