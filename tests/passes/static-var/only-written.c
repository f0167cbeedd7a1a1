/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fno-ipa-pure-const -fdump-ipa-static-var -fdump-tree-optimized" } */

/* What is stored before a call that does not read it, and stores it again afterwards, is not needed. */
static int n;
int sink;
__attribute__ ((noinline, noclone)) static void other (void) { sink = 3; }
void f (int x)
{
  n = x + 77;
  other ();
  n = x;
}
int get (void) { return n; }

/* { dg-final { scan-ipa-dump {Function name:other/\d+:\n +locals read: \n +locals written: \n} "static-var" } } */
/* { dg-final { scan-tree-dump-not {\+ 77} "optimized" } } */
