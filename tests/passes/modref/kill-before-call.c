/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */
extern void abort (void);
__attribute__ ((noinline)) static void set (int *p) { *p = 1; }
__attribute__ ((noinline)) static void set_if (int *p, int n) { if (n) *p = 1; }
__attribute__ ((noinline)) static void add (int *p) { *p += 1; }

/* What a call overwrites needs not be stored before it, unless it is read, or not overwritten for sure. */
__attribute__ ((noinline)) int killed (int *p) { *p = 2; set (p); return *p; }
__attribute__ ((noinline)) int behind (int *p) { p[1] = 2; set (p + 1); return p[1]; }
__attribute__ ((noinline)) int kept (int *p, int n) { *p = 3; set_if (p, n); return *p; }
__attribute__ ((noinline)) int needed (int *p) { *p = 4; add (p); return *p; }

int main (void)
{
  int x[2] = { 0, 0 };
  if (killed (x) != 1 || behind (x) != 1 || kept (x, 0) != 3 || kept (x, 1) != 1 || needed (x) != 5)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Deleted dead store" 2 "dse1" } } */
/* { dg-final { scan-tree-dump "Deleted dead store: \\*p_\[0-9\]+\\(D\\) = 2;" "dse1" } } */
