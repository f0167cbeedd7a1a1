/* { dg-do compile } */
/* { dg-options "-O2 -fno-thread-jumps -fdump-tree-optimized" } */

/* Without the pass both tests stay until value numbering sees them. */
void g (int);

int
f (int a, int b)
{
  if (a && b)
    g (1);
  if (a)
    g (2);
  return 1;
}

/* { dg-final { scan-tree-dump-times {a_\d+\(D\) != 0} 2 "optimized" } } */
