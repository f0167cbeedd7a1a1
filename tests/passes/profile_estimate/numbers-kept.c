/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */

/* The number of a loop that has gone is not used again, and still counts. */
int g (int);

int f (int n)
{
  int one = 1;
  do
    n += g (0);
  while (!one);
  while (n > 0)
    n = g (n);
  return n;
}

/* { dg-final { scan-tree-dump ";; 3 loops found" "profile_estimate" } } */
/* { dg-final { scan-tree-dump ";; Loop 2\n;;  header" "profile_estimate" } } */
/* { dg-final { scan-tree-dump-not ";; Loop 1\n" "profile_estimate" } } */
