/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp2" } */

/* A constant is added before a number is extended where its range says that this cannot overflow. */

/* { dg-final { scan-tree-dump "_\[0-9\]+ = idx_\[0-9\]+\\(D\\) \\+ 2;" "vrp2" } } */
unsigned long f (int idx)
{
  if (idx < 0 || idx > 100)
    return 0;
  unsigned long k = idx;
  return k + 2;
}

/* { dg-final { scan-tree-dump-not "far_\[0-9\]+\\(D\\) \\+ 2;" "vrp2" } } */
unsigned long g (int far)
{
  if (far < 0)
    return 0;
  unsigned long k = far;
  return k + 2;
}
