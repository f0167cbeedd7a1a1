/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Two null pointers have no bits together. */
__attribute__ ((noipa)) int f (int *p, int *q)
{
  return (p == 0) & (q == 0);
}

int main (void)
{
  int i;
  if (!f (0, 0) || f (&i, 0) || f (0, &i) || f (&i, &i))
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "p_\[0-9\]*\\(D\\) \\+\\\[0B, 0B\\\] and q_\[0-9\]*\\(D\\) \\+\\\[0B, 0B\\\]\n into _\[0-9\]* == 0B" "reassoc1" } } */
