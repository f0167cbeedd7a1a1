/* Values found for names go into binds as well. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-ccp1" } */

int f (int a)
{
  int k = 4;
  int m = k * a;
  return m + k;
}

/* { dg-final { scan-tree-dump "# DEBUG k => 4\n" "ccp1" } } */
/* { dg-final { scan-tree-dump "# DEBUG m => m_\[0-9\]+\n" "ccp1" } } */
