/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cddce2 -fdump-tree-lim4 -fdump-tree-copyprop3" } */

/* The passes over loops run for functions with loops. */
extern void use (int);
void straight (int n)
{
  use (n);
}

void around (int n)
{
  for (int i = 0; i < n; i++)
    use (i);
}

/* { dg-final { scan-tree-dump-not "Function straight" "cddce2" } } */
/* { dg-final { scan-tree-dump "Function around" "cddce2" } } */
/* { dg-final { scan-tree-dump-not "Function straight" "copyprop3" } } */
/* { dg-final { scan-tree-dump "Function around" "copyprop3" } } */
/* { dg-final { scan-tree-dump-not "Function straight" "lim4" } } */
/* { dg-final { scan-tree-dump "Function around" "lim4" } } */
