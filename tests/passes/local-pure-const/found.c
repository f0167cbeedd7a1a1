/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1 -fdump-tree-optimized" } */

/* What functions do is found out, and told to those that call them. */
#define APART __attribute__ ((noinline, noclone))
extern void abort (void) __attribute__ ((noreturn));
int global;
volatile int changing;

static APART int square (int x) { return x * x; }
static APART int next (void) { return global + 1; }
static APART int checked (int x) { if (x < 0) abort (); return x; }
static APART int sum (const int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
static APART int endless (int x) { while (x & 1) x ^= 2; return x; }
static APART int looks (void) { return changing; }
static APART int writes (int x) { global = x; return x; }
static APART int local_array (int x) { int a[2] = { x, 7 }; return a[x & 1]; }

int twice (int x)
{
  square (x + 1);
  return square (x) + square (x);
}

int effects (int *p, int x)
{
  checked (x);
  return next () + sum (p, x) + endless (x) + looks () + writes (x) + local_array (x);
}

/* { dg-final { scan-tree-dump "found to be const: square" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "found to be pure: next" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "found to be looping pure: checked" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "found to be pure: sum" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "found to be looping const: endless" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "found to be const: local_array" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "(const|pure): (looks|writes|effects)" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-times " square \\(x" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times " checked \\(x" 1 "optimized" } } */
