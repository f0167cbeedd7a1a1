/* A comparison is made again in reverse, of copies.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fharden-compares -fdump-tree-hardcmp-details" } */

int
less (int a, int b)
{
  return a < b;
}

/* One copy is enough where both sides are the same. */
int
is_nan (double a)
{
  return a != a;
}

/* What has no reverse stays. */
int
below (double a, double b)
{
  return a < b;
}

/* Jumps are not this pass's. */
int g (void);

int
jump (int a)
{
  if (a > 3)
    return g ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Splitting block 2 into 3 before the conditional trap branch" 2 "hardcmp" } } */
/* { dg-final { scan-tree-dump-times "Adding reversed compare to block 2, and trap to block 4" 2 "hardcmp" } } */
/* { dg-final { scan-tree-dump {__asm__\("" : "=g" _7 : "0" a_2\(D\)\)} "hardcmp" } } */
/* { dg-final { scan-tree-dump {__asm__\("" : "=g" _8 : "0" b_3\(D\)\)} "hardcmp" } } */
/* { dg-final { scan-tree-dump {_6 = _7 >= _8} "hardcmp" } } */
/* { dg-final { scan-tree-dump {if \(_1 == _6\)\s+goto <bb 3>; \[0.00%\]} "hardcmp" } } */
/* { dg-final { scan-tree-dump {_5 = _6 == _6} "hardcmp" } } */
/* { dg-final { scan-tree-dump-times {\n  __builtin_trap} 2 "hardcmp" } } */
/* { dg-final { scan-assembler-times {\mebreak} 2 } } */
