/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-dominator-opts -fno-tree-vrp -fdump-tree-phiopt2-details" } */

/* Two values are decided, one of which needs no decision.  */

int
f (int a, int b, int *q)
{
  int r = b, s = 2;
  if (a == b)
    {
      r = a;
      s = 1;
    }
  *q = s;
  return r;
}

/* { dg-final { scan-tree-dump {PHI r_\d+ reduced for COND_EXPR in block 2 to b_\d+\(D\).} "phiopt2" } } */
/* { dg-final { scan-tree-dump {# r_\d+ = PHI <b_\d+\(D\)\(2\), b_\d+\(D\)\(3\)>} "phiopt2" } } */
