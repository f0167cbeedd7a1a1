/* A loop that takes one bit after the other off runs as often as there are bits. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */
extern void g (void);
void f (unsigned x)
{
  while (x)
    {
      x &= x - 1;
      g ();
    }
}

/* { dg-final { scan-tree-dump "__builtin_popcount \\(x_\[0-9\]+\\(D\\)\\)\[^\n\]*bounded by 32\\) \\+ 1 times" "profile_estimate" } } */
