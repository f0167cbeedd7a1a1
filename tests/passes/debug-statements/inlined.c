/* Parameters are bound to arguments before an inlined body, and its variables reset after it. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-einline" } */

static inline int sq (int v, int unused)
{
  int w = v * v;
  return w;
}

int f (int a)
{
  int r = sq (a, 3);
  return r + 1;
}

/* { dg-final { scan-tree-dump "# DEBUG v => a_2.D.\n  # DEBUG unused => 3\n  # DEBUG BEGIN_STMT\n  w_\[0-9\]+ = a_2.D. \\* a_2.D.;\n  # DEBUG w => w_\[0-9\]+\n" "einline" } } */
/* { dg-final { scan-tree-dump "# DEBUG v => NULL\n  # DEBUG unused => NULL\n  # DEBUG w => NULL\n" "einline" } } */
/* { dg-final { scan-tree-dump-not "INLINE_ENTRY" "einline" } } */
