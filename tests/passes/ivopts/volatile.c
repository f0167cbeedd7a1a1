/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* Volatile accesses stay as they are written. */
void f (volatile int *p, int n) { for (int i = 0; i < n; i++) p[i] = 1; }

/* { dg-final { scan-tree-dump-not "Type:\\tREFERENCE ADDRESS" "ivopts" } } */
/* { dg-final { scan-tree-dump "={v} 1" "ivopts" } } */
