/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt1-details" } */

int
alone (short a, int k)
{
  int r;
  if (k)
    r = a;
  else
    r = 7;
  return r;
}

/* The number is none of the narrower type.  */

int
too_wide (short a, int k)
{
  int r;
  if (k)
    r = a;
  else
    r = 70000;
  return r;
}

/* { dg-final { scan-tree-dump {PHI _\d+ changed to factor conversion out from COND_EXPR.\nNew stmt with CAST that defines r_\d+.\n} "phiopt1" } } */
/* { dg-final { scan-tree-dump {_\d+ = PHI <a_\d+\(D\)\(3\), 7\(2\)>\n  r_\d+ = \(int\) _\d+;} "phiopt1" } } */
/* { dg-final { scan-tree-dump-times {factor conversion} 1 "phiopt1" } } */
