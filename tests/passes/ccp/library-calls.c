/* Calls whose arguments have become constants. { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1 -fdump-tree-optimized" } */

double root (void)
{
  double x = 2.0;
  return __builtin_sqrt (x);
}

double power (int k)
{
  double x = k ? 3.0 : 3.0;
  return __builtin_pow (x, 0.5);
}

int bits (void)
{
  unsigned x = 0xf0;
  return __builtin_popcount (x) + __builtin_ctz (x);
}

unsigned long length (void)
{
  const char *s = "text";
  return __builtin_strlen (s);
}

/* This one sets errno. */
double refused (void)
{
  double x = -2.0;
  return __builtin_log (x);
}

/* { dg-final { scan-tree-dump "return 1\\.414213562373095145474621858738828450441360473632\[0-9\]*e\\+0;" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 1\\.732050807568877193176604123436845839023590087890\[0-9\]*e\\+0;" "optimized" } } */
/* { dg-final { scan-tree-dump "return 8;" "ccp1" } } */
/* { dg-final { scan-tree-dump "return 4;" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "sqrt|pow |popcount|strlen \\(" "optimized" } } */
/* { dg-final { scan-tree-dump "__builtin_log" "optimized" } } */
