/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dom3" } */

int a[64];

/* After the loop passes what their blocks were kept for does not matter any more: the latch goes. */
int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + a[i & 63];
  return s;
}

/* { dg-final { scan-tree-dump "2 loops found" "dom3" } } */
/* { dg-final { scan-tree-dump "Removing basic block" "dom3" } } */
