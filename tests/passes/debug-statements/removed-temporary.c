/* Where several binds name a removed definition, or one says more than the name, a temporary stands for it. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-cddce1" } */

int f (int a, int b)
{
  int x = a * b;
  int y = x + 1;
  int z = x + 2;
  return a;
}

/* { dg-final { scan-tree-dump "# DEBUG D#1 => a_\[0-9\]+.D. \\* b_\[0-9\]+.D.\n  # DEBUG x => D#1\n" "cddce1" } } */
/* { dg-final { scan-tree-dump "# DEBUG y => D#1 \\+ 1\n" "cddce1" } } */
/* { dg-final { scan-tree-dump "# DEBUG z => D#1 \\+ 2\n" "cddce1" } } */
