/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* A copy used in an address is replaced there. */
int f (int *p)
{
  int *q = p;
  return q[0] + q[1];
}

/* { dg-final { scan-tree-dump-times "p_\[0-9\]+\\(D\\)" 2 "copyprop1" } } */
/* { dg-final { scan-tree-dump-not "q_" "copyprop1" } } */
