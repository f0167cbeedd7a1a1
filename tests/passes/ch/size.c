/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-ch2-details" } */

/* For size no header is copied that does not vanish. */
int f (int *p, int n)
{
  int s = 0, i = 0;
  while (i < n)
    s += p[i++];
  return s;
}

/* { dg-final { scan-tree-dump {if \(i_[0-9]+ < n_} "ch2" } } */
/* { dg-final { scan-tree-dump-not "is now do-while loop" "ch2" } } */
