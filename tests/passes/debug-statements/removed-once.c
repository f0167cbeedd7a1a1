/* What a removed definition computed goes into the only bind of its name. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-cddce1" } */

int f (int a, int b)
{
  int dead = a + b;
  return a;
}

/* { dg-final { scan-tree-dump "# DEBUG dead => a_\[0-9\]+.D. \\+ b_\[0-9\]+.D.\n" "cddce1" } } */
/* { dg-final { scan-tree-dump-not "dead_" "cddce1" } } */
