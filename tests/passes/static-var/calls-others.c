/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fno-ipa-pure-const -fdump-ipa-static-var -fdump-tree-optimized" } */

/* Who calls what is not known may do everything. */
static int n;
void unknown (void);
__attribute__ ((noinline, noclone)) static void calls (void) { unknown (); }
int f (void)
{
  n = 5;
  calls ();
  return n;
}
void set (int x) { n = x; }

/* { dg-final { scan-ipa-dump {globals written: ALL} "static-var" } } */
/* { dg-final { scan-tree-dump {= n;} "optimized" } } */
