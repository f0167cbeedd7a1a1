/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-modref1 -fdump-tree-optimized" } */
extern void abort (void);
int *seen;
int n;
__attribute__ ((noipa)) void change (void);

/* A function of which nothing is known touches what others see: not what it has no pointer to. */
__attribute__ ((noinline)) int calls (int *p) { *p = 1; change (); return n; }
__attribute__ ((noinline)) int hidden (void) { int x[2]; x[1] = 6; calls (x); return x[1]; }
__attribute__ ((noinline)) int shown (void) { int x[2] = { 5, 6 }; seen = x; calls (x); return x[1]; }

__attribute__ ((noipa)) void change (void) { if (seen) seen[1] = 9; n++; }

int main (void)
{
  seen = 0;
  if (hidden () != 6 || shown () != 9)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "return 6;" "optimized" } } */
