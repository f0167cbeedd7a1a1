/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fdump-ipa-static-var -fdump-tree-optimized" } */

/* What a const or pure function may do is known without looking. */
static int n;
int outside (int) __attribute__ ((pure));
__attribute__ ((noinline, noclone)) static int asks (int x) { return outside (x) + 1; }
int f (int x)
{
  n = 5;
  int r = asks (x);
  return r + n;
}
void set (int x) { n = x; }

/* { dg-final { scan-ipa-dump {Promotable global:n} "static-var" } } */
/* { dg-final { scan-tree-dump {\+ 5;} "optimized" } } */
