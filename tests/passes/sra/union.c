/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* The same bytes as two types: one variable, of the integer type, and a conversion. */

int
f (float x)
{
  union { float f; int i; } u;
  u.f = x;
  return u.i;
}

/* { dg-final { scan-tree-dump "Created a replacement for u offset: 0, size: 32: u\\\$i" "esra" } } */
/* { dg-final { scan-tree-dump {= VIEW_CONVERT_EXPR<int>\(x_\d+\(D\)\);} "esra" } } */
/* { dg-final { scan-tree-dump-not {u\.[fi]} "esra" } } */
