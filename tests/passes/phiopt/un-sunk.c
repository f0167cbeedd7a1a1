/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2-details" } */

/* The arm's statement goes along.  */

int
f (int a)
{
  if (a == 0)
    return a;
  return -a;
}

/* { dg-final { scan-tree-dump {statement un-sinked:\n_\d+ = -a_\d+\(D\);} "phiopt2" } } */
/* { dg-final { scan-tree-dump-not {if \(} "phiopt2" } } */
