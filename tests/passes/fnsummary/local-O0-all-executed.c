/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-local-fnsummary1" } */

/* Without optimisation nothing is asked of what is constant, nor of what goes away by inlining; only what has to be
   inlined is. */
struct pair { int a, b; };
struct pair kept;

static inline __attribute__((always_inline)) int same (int x)
{
  return x;
}

int on_condition (int n, int *p)
{
  struct pair made;
  made.a = n;
  made.b = same (n);
  kept = made;
  if (n > 3)
    return p[n] + on_condition (3, p);
  return 0;
}

/* { dg-final { scan-tree-dump {IPA function summary for same/1 always_inline inlinable\n} "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump {IPA function summary for on_condition/2\n} "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump-times {self stack:      0\n} 2 "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump-times {size:2.000000, time:0.000000,  executed if:\(not inlined\)} 2 "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump-not {op0|nonconst|predicate} "local-fnsummary1" } } */
