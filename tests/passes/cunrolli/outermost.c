/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-cunrolli-details" } */

/* A loop in no other is unrolled where that makes the code no larger; nothing is propagated then but what merging blocks
   brings. */
int a[3];

__attribute__ ((noipa)) void fill (int k)
{
  for (int i = 0; i < 3; i++)
    a[i] = k;
}

int main (void)
{
  fill (7);
  if (a[0] != 7 || a[1] != 7 || a[2] != 7)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "size: 4-3, last_iteration: 2-2" "cunrolli" } } */
/* { dg-final { scan-tree-dump "loop with 3 iterations completely unrolled" "cunrolli" } } */
/* { dg-final { scan-tree-dump "gimple_simplified to i_\[0-9\]+ = 1;" "cunrolli" } } */
/* { dg-final { scan-tree-dump "a.0. = k_\[0-9\]+.D.;\n  i_\[0-9\]+ = 1;\n  a.i_\[0-9\]+. = k_\[0-9\]+.D.;\n  i_\[0-9\]+ = i_\[0-9\]+ . 1;\n  a.i_\[0-9\]+. = k" "cunrolli" } } */
