/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* Static variables of blocks are no variables of the function; they are not initialised here. */
int f (int n)
{
  {
    static int kept = 5;
    int other = kept++;
    n += other;
  }
  return n;
}

/* { dg-final { scan-tree-dump "static int kept = 5;" "lower" } } */
/* { dg-final { scan-tree-dump "\n  int other;" "lower" } } */
/* { dg-final { scan-tree-dump-not "\n  kept = 5" "lower" } } */
