/* { dg-do compile } */
/* { dg-options "-O3 --param max-completely-peeled-insns=15 -fdump-tree-cunrolli-details" } */

int a[8], b[8], c[8];

void mix (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      {
	a[j] = a[j] * n + b[j];
	b[j] = b[j] * a[j] + c[j];
	c[j] = c[j] * b[j] + a[j];
      }
}

void few (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 8; j++)
      a[j] = a[j] * n + b[j];
}

/* { dg-final { scan-tree-dump "Not unrolling loop 2: it is too large\\." "cunrolli" } } */
/* { dg-final { scan-tree-dump "Not unrolling loop 2: number of insns in the unrolled sequence reaches --param max-completely-peeled-insns limit\\." "cunrolli" } } */
