/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* Pointers differ by what is added to them. */
void foo (int, int);
void f (int *p, long n) { foo (p[n * 3], p[n * 6]); }

/* { dg-final { scan-tree-dump "With: _\[0-9\]+ = _\[0-9\]+ \\+ _\[0-9\]+;" "slsr" } } */
