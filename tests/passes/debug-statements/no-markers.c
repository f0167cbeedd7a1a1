/* Without statement frontiers nothing is marked; binds are made all the same. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-statement-frontiers -fdump-tree-ssa" } */

int f (int a)
{
  int x = a + 1;
  return x;
}

/* { dg-final { scan-tree-dump-not "BEGIN_STMT" "ssa" } } */
/* { dg-final { scan-tree-dump "# DEBUG x => x_2" "ssa" } } */
