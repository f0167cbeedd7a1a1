/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread-details" } */

/* No path begins in another loop than its branch is in. */
void g (int);

int
f (int *p, int n)
{
  int i, found = 0;
  for (i = 0; i < n; i++)
    if (p[i] == 3)
      {
        found = 1;
        break;
      }
  if (found)
    g (1);
  else
    g (2);
  return 0;
}

/* { dg-final { scan-tree-dump-times "crosses loop" 3 "ethread" } } */
/* { dg-final { scan-tree-dump-not "SUCCESS" "ethread" } } */
