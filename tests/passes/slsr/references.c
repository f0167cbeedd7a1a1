/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* References at one variable offset get one address. */
struct x { int a[16], b[16], c[16]; };
void foo (int, int, int);
void f (struct x *p, unsigned n) { foo (p->a[n], p->c[n], p->b[n]); }

/* { dg-final { scan-tree-dump-times "Replacing reference: " 3 "slsr" } } */
/* { dg-final { scan-tree-dump "MEM <int> \\\[\\(struct x \\*\\)_\[0-9\]+ \\+ 128B\\\]" "slsr" } } */
