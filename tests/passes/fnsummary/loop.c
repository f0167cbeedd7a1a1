/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* A call in a loop counts as often as the loop goes round. */
extern int ext (int);
int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += ext (i);
  return s;
}

/* { dg-final { scan-ipa-dump {freq:8.09 loop depth: 1 size: 3 time: 12} "fnsummary" } } */
