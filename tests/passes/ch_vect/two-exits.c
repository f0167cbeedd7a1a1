/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch_vect-details" } */

/* A loop with two exits would not be vectorized. */
int c, d[8];
void f (int n)
{
  while (c++)
    if (d[c & 7] == n) break;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ == n_} "ch_vect" } } */
/* { dg-final { scan-tree-dump-not "Copying headers" "ch_vect" } } */
