/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-modref -fipa-pta -fdump-ipa-pta2 -fdump-tree-optimized" } */
/* What a call writes to is what is passed to it, here and by other calls. */
extern void abort (void);
static int __attribute__ ((noinline, noclone)) set (int *p) { *p = 7; return 1; }
int __attribute__ ((noinline)) f (void)
{
  int a = 2, b = 3;
  int *volatile keep = &b;
  set (&a);
  return a + b;
}
int main (void) { if (f () != 10) abort (); return 0; }

/* { dg-final { scan-ipa-dump "set.arg0 = . a ." "pta2" } } */
/* { dg-final { scan-ipa-dump "set.clobber = . a ." "pta2" } } */
