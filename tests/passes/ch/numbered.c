/* What the copies compute is numbered: with the first value known, the copied product is, too. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

extern int limit;
int f (void)
{
  int x = 0;
  while (x * x < limit)
    x++;
  return x;
}

/* { dg-final { scan-tree-dump "Removing dead stmt _\[0-9\]+ = x_\[0-9\]+ \\* x_" "ch2" } } */
/* { dg-final { scan-tree-dump-times {if \(limit.0_[0-9]+ > 0\)} 1 "ch2" } } */
