/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* A call says what its function does with memory, and whether it may not come to an end. */
__attribute__ ((const)) extern int k (int);
__attribute__ ((pure)) extern int p (int);
int a (int x) { return k (x); }
int b (int x) { return p (x) + 1; }
__attribute__ ((noinline)) static int loopy (int n)
{
  while (n != 1)
    n = n & 1 ? 3 * n + 1 : n / 2;
  return n;
}
int c (int x) { return loopy (x) + 1; }

/* { dg-final { scan-rtl-dump {call_insn/u/j } "expand" } } */
/* { dg-final { scan-rtl-dump {call_insn/i } "expand" } } */
/* { dg-final { scan-rtl-dump {call_insn/u/c } "expand" } } */
