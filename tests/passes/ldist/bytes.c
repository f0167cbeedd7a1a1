/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* All bytes of -1 are the same, and those of 0x101. */
int a[100];
void f (void) { for (int i = 0; i < 100; i++) a[i] = -1; }
void g (short *p, int n) { for (int i = 0; i < n; i++) p[i] = 0x101; }

/* { dg-final { scan-tree-dump "__builtin_memset \\(&a, 255, 400\\)" "ldist" } } */
/* { dg-final { scan-tree-dump "__builtin_memset \\(p_\[0-9\]+\\(D\\), 1, _" "ldist" } } */
