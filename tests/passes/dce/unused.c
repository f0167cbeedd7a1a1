/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-cddce1" } */

/* Values nobody uses go away, with what only they use. */
int f (int a, int b)
{
  int unused = a * b;
  int too = unused + 4;
  return a;
}

/* { dg-final { scan-tree-dump {return a_[0-9]+\(D\);} "cddce1" } } */
/* { dg-final { scan-tree-dump-not "\\*" "cddce1" } } */
/* { dg-final { scan-tree-dump-not "\\+" "cddce1" } } */
