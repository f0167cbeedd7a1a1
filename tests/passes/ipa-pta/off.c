/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fdump-tree-optimized" } */
/* Not unless it is asked for: `b` has escaped to `keep`, and might be written to by `set`. */
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

/* { dg-final { scan-tree-dump "= b;" "optimized" } } */
