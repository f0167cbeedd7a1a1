/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* Known bits: the low bit of an even number is zero. */
int f (int a)
{
  int x = a << 2;
  return x & 3;
}

/* { dg-final { scan-tree-dump "return 0;" "ccp1" } } */
