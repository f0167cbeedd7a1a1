/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cp-details" } */

/* Absolute values and complements of parameters are passed on as such. */
volatile int sink;
int abs (int);
static __attribute__((noinline, noclone)) int last (int i) { sink = i; return i < 5; }
static __attribute__((noinline, noclone)) int next (int j)
{
  return last (~j) + last (abs (j)) + last (j);
}
int main (int argc, char **argv)
{
  return next (argc & 7) + next (-3);
}
/* { dg-final { scan-ipa-dump "PASS THROUGH: 0, op abs_expr \n" "cp" } } */
/* { dg-final { scan-ipa-dump "PASS THROUGH: 0, op bit_not_expr \n" "cp" } } */
