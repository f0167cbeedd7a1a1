/* Where an inlined function is entered is said where that is asked for. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -ginline-points -fdump-tree-einline" } */

static inline int sq (int v)
{
  int w = v * v;
  return w;
}

int f (int a)
{
  return sq (a);
}

/* { dg-final { scan-tree-dump "# DEBUG v => a_2.D.\n  # DEBUG INLINE_ENTRY sq\n  # DEBUG BEGIN_STMT\n" "einline" } } */
