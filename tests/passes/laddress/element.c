/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-laddress" } */

/* The address of an element is a sum. */
int a[100];
struct s { int a[10][20]; char c; struct { short q; long w; } d[8]; } g;
void use (void *);
void f (int i) { use (&a[i]); }

/* { dg-final { scan-tree-dump "_\[0-9\]+ = \\(sizetype\\) i_\[0-9\]+\\(D\\);" "laddress" } } */
/* { dg-final { scan-tree-dump "= &a \\+ _\[0-9\]+;" "laddress" } } */
/* { dg-final { scan-tree-dump-not "&a\\\[i" "laddress" } } */
