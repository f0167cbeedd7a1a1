/* { dg-do run } */
/* { dg-options "-O2" } */

/* Calls of functions that only read are made again where something was written. */
static int n;
static __attribute__ ((noinline)) int get (int x) { return n + x; }
static __attribute__ ((noinline)) int both (int x) { return get (x) * get (x + 1); }
__attribute__ ((noipa)) int f (int x)
{
  n = 1;
  int a = both (x);
  n = 2;
  return a * 100 + both (x);
}
int main (void) { return f (1) != 2 * 3 * 100 + 3 * 4; }
