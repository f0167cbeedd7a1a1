/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra-details" } */

/* A variable that begins as a constant in the constant pool is split up, and the constant with it. */
struct triple { long a, b, c; };
long use (long);

long f (void)
{
  struct triple t = { 1, 2, 3 };
  long r = use (t.a);
  r += use (t.b);
  return r + t.c;
}

int g (void)
{
  int a[4] = { 1, 2, 3, 4 };
  return a[0] + a[3];
}

/* { dg-final { scan-tree-dump "Created a replacement for t" "esra" } } */
/* { dg-final { scan-tree-dump "Created a replacement for a" "esra" } } */
