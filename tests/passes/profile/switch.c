/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-ipa-profile" } */

/* Of the cases of a switch each but one. */
int f (int n, int m)
{
  switch (n)
    {
    case 1: m += 3; break;
    case 7: m *= 3; break;
    case 90: m -= 3; break;
    }
  return m;
}

/* { dg-final { scan-ipa-dump-times {Edge \d+ to \d+ instrumented} 4 "profile" } } */
