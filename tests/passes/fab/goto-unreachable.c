/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1" } */

/* Both ways of a condition, each in a block of its own: what the source says first is kept. */
int g (int);
int f (int n, int m)
{
  if (g (m) == 2)
    {
      if (n)
        __builtin_unreachable ();
      else
        __builtin_unreachable ();
    }
  return g (n) + m;
}

/* { dg-final { scan-tree-dump { = g \(n_} "fab1" } } */
/* { dg-final { scan-tree-dump-not "  if \\(" "fab1" } } */
/* { dg-final { scan-tree-dump-not "__builtin_unreachable" "fab1" } } */
