/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-ch2-details" } */

/* Where size counts headers are copied of loops that are surely entered: the copy goes away again. */
void bar (int);
int f (int *p) { int s = 0; for (int i = 0; i < 8; i++) s += p[i]; return s; }
void g (unsigned a) { if (a < 5) for (unsigned i = a; i < 8; i++) bar (i); }
void h (int n) { if (n > 3) for (int i = 0; i < n; i++) bar (i); }

/* It is not known whether there is a round. */
void i (int n) { for (int i = 0; i < n; i++) bar (i); }

/* { dg-final { scan-tree-dump-times "Duplicating header of the loop 1" 3 "ch2" } } */
/* { dg-final { scan-tree-dump-times "Not duplicating bb \[0-9\]+: optimizing for size" 1 "ch2" } } */
