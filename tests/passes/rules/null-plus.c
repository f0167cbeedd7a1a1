/* { dg-do compile } */
/* { dg-options "-O -fdump-tree-ccp1" } */

/* From null on, the offset is the address. */
char *address (unsigned long far)
{
  char *null = 0;
  return null + far;
}

/* { dg-final { scan-tree-dump {= \(char \*\) far_[0-9]+\(D\);} "ccp1" } } */
