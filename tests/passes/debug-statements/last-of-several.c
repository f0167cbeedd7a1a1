/* Of several binds of a variable with nothing between them dead code elimination keeps the last one. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-einline -fdump-tree-cddce1" } */

static void none (int v) { }

int f (int a)
{
  none (a);
  return a;
}

/* { dg-final { scan-tree-dump "# DEBUG v => a_\[0-9\]+.D.\n  # DEBUG v => NULL\n" "einline" } } */
/* { dg-final { scan-tree-dump "# DEBUG v => NULL" "cddce1" } } */
/* { dg-final { scan-tree-dump-not "# DEBUG v => a" "cddce1" } } */
