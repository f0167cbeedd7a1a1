/* { dg-do run } */
/* { dg-options "-O2 -fipa-pta -fdump-ipa-pta2 -fno-ipa-modref -fno-ipa-cp" } */
/* A call through a pointer is one of what that points to. */
extern void abort (void);
static int x, y;
static void __attribute__ ((noinline)) one (int *p) { *p = 1; }
static void __attribute__ ((noinline)) two (int *p) { *p = 2; }
static int __attribute__ ((noinline)) g (int which)
{
  void (*f) (int *) = which ? one : two;
  int a = 4, b = 5;
  f (&a);
  return a * 10 + b;
}
int main (int n, char **v) { (void) v; if (g (n) != 15 || g (n - 1) != 25) abort (); return x + y; }

/* { dg-final { scan-ipa-dump "_\[0-9\]* = . (one two|two one) ." "pta2" } } */
/* { dg-final { scan-ipa-dump "one.arg0 = . a ." "pta2" } } */
/* { dg-final { scan-ipa-dump "two.arg0 = . a ." "pta2" } } */
