/* An array too large to be counted in bits. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
struct S { int f : 1; } a[100000000000000001][3];

void whole(void) {
  struct S b = {0};
  a[100000000000000000][0] = b;
}

void part(void) { a[100000000000000000][0].f = 1; }

/* { dg-final { scan-tree-dump {a\[100000000000000000\]\[0\]\.f = -1;} "optimized" } } */
