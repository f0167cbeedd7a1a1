/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isel -fdump-tree-adjust_alignment -fdump-tree-walloca1" } */

/* There are no vectors left for `isel`, and nothing else happens there. */
int f (int n)
{
  return n * 2;
}

/* { dg-final { scan-tree-dump {n_\d+\(D\) \* 2;} "isel" } } */
/* { dg-final { scan-tree-dump {n_\d+\(D\) \* 2;} "adjust_alignment" } } */
/* { dg-final { scan-tree-dump {n_\d+\(D\) \* 2;} "walloca1" } } */
