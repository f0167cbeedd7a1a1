/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* A local array that is only stored to is not there in the end. */
int f (int a)
{
  int unused[4];
  unused[0] = a;
  unused[1] = a + 1;
  return a;
}

/* { dg-final { scan-tree-dump {return a_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "unused" "optimized" } } */
