/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts -fdump-tree-optimized" } */

/* The last value is computed without a sign: minus one has overflowed where it is compared with a sign.  */
int a[200];
void f (void)
{
  for (int i = 198; i >= 0; i--)
    a[i] = i;
}

/* { dg-final { scan-tree-dump "if \\(i_\[0-9\]+ != -1\\(OVF\\)\\)" "ivopts" } } */
/* { dg-final { scan-tree-dump "if \\(i_\[0-9\]+ != -1\\(OVF\\)\\)" "optimized" } } */
