/* { dg-do compile } */
/* { dg-options "-O2 --param max-completely-peel-times=2 -fdump-tree-cunrolli-details" } */

int a[3];

void fill (int k)
{
  for (int i = 0; i < 3; i++)
    a[i] = k;
}

/* { dg-final { scan-tree-dump "Not unrolling loop 1 .--param max-completely-peel-times limit reached.\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump-not "unrolled" "cunrolli" } } */
