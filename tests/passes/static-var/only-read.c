/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fno-ipa-pure-const -fdump-ipa-static-var -fdump-tree-optimized" } */

/* A function that only reads a variable leaves it as it is. */
static int n, m;
int sink;
__attribute__ ((noinline, noclone)) static void reads (void) { sink = n; }
int f (void)
{
  n = 5;
  reads ();
  return n;
}
void set (int x) { n = m = x; }
int get (void) { return m; }

/* { dg-final { scan-ipa-dump {Function name:reads/\d+:\n +locals read: n \n +locals written: \n} "static-var" } } */
/* { dg-final { scan-tree-dump {return 5;} "optimized" } } */
