/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread-details" } */

/* What would have to be copied is more than the branch that goes. */
void g (int);

int
f (int a, int b)
{
  int x = 0;
  if (a)
    x = 1;
  g (b);
  if (x)
    return b;
  return 7;
}

/* { dg-final { scan-tree-dump "duplication of 2 insns is needed and optimizing for size" "ethread" } } */
/* { dg-final { scan-tree-dump-not "Registering" "ethread" } } */
