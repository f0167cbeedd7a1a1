/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* What has a local variable's address may use it. */
int alive (int *);
int f (void)
{
  int x = 1;
  return alive (&x);
}

/* { dg-final { scan-tree-dump { = alive \(&x\)} "tailc" } } */
/* { dg-final { scan-tree-dump-not "tail call" "tailc" } } */
