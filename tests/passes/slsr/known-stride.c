/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* Of a known stride, the difference is a number. */
void use (int, int, int);
void f (int i) { use (i * 34, (i + 2) * 34, (i + 6) * 34); }

/* { dg-final { scan-tree-dump "With: _\[0-9\]+ = _\[0-9\]+ \\+ 68;" "slsr" } } */
/* { dg-final { scan-tree-dump "With: _\[0-9\]+ = _\[0-9\]+ \\+ 136;" "slsr" } } */
