/* The labels of an `asm goto` are named and printed.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-gimple" } */

int f (int a)
{
  asm goto ("" : : "r" (a) : : one, two);
  return 0;
one:
  return 1;
two:
  return 2;
}

/* { dg-final { scan-tree-dump {"one" one, "two" two\)} "gimple" } } */
