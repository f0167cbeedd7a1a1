/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fno-thread-jumps -fno-tree-dominator-opts -fdump-tree-optimized" } */

/* Without the pass nobody knows. */
void g (void);

void
f (unsigned a, unsigned b)
{
  if (a < 5)
    {
      unsigned c = a * 3;
      if (b == c && c > 14)
        g ();
    }
}

/* { dg-final { scan-tree-dump {> 14} "optimized" } } */
