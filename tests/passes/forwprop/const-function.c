/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fchecking -fdump-tree-forwprop1-vops" } */

/* A call through a pointer writes memory; that of the function it turns out to call may not. */
int g;
int foo (int k)
{
  int (*f) (int) = __builtin_abs;
  g = 1;
  k = f (k);
  return k + g;
}

/* { dg-final { scan-tree-dump-times "VDEF" 1 "forwprop1" } } */
