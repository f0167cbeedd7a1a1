/* { dg-do compile } */
/* { dg-options "-O2 -fipa-pta -fno-ipa-modref -fdump-tree-optimized" } */
/* Each function writes to what it is passed: `set` does not write to `b`, although that has escaped. */
static void __attribute__ ((noinline, noclone)) set (int *p) { *p = 7; }
int *keep (int *);
int f (void)
{
  int a = 2, b = 3;
  int *q = keep (&b);
  b = 3;
  set (&a);
  return b + (q != 0);
}

/* { dg-final { scan-tree-dump { = _[0-9]+ \+ 3;} "optimized" } } */
/* { dg-final { scan-tree-dump-not "= b;" "optimized" } } */
