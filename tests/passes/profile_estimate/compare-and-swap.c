/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */

/* What compares and swaps succeeds, as a rule: few others are at the same place at the same time.  */

int g (void);

int
of_any_order (int *p, int e)
{
  if (__sync_bool_compare_and_swap (p, e, 3))
    return g ();
  return 1;
}

int
of_eight_bytes (long *p, long e)
{
  if (__atomic_compare_exchange_n (p, &e, 2, 0, 5, 5))
    return g ();
  return 1;
}

/* { dg-final { scan-tree-dump-times "compare and swap heuristics of edge 2->3: 99.96%" 2 "profile_estimate" } } */
