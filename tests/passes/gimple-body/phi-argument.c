/* { dg-do compile } */
/* { dg-options "-O2 -fgimple" } */

/* What a φ takes has a version (GCC 12.2 ends in an internal compiler error). */

int __GIMPLE (ssa)
either (int p, int q)
{
  int _1;

  __BB(2):
  if (p > 3)
    goto __BB3;
  else
    goto __BB4;

  __BB(3):
  goto __BB4;

  __BB(4):
  _1 = __PHI (__BB2: p, __BB3: q_2(D)); /* { dg-error "argument of .__PHI. is no SSA name" } */
  return _1;
}
