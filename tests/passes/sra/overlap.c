/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra-details" } */

/* Accesses that overlap in part keep that part of an object in memory, and an address that others have all of it. */

union u { struct { short a, b, c, d; } h; struct { short a; int bc __attribute__ ((packed)); } m; };
struct t { int x; };
void look (struct t *);

int
f (short k)
{
  union u v;
  v.h.a = v.h.b = k;
  v.h.c = v.h.d = 1;
  v.m.bc = k;
  return v.h.b;
}

int
g (void)
{
  struct t y;
  y.x = 1;
  look (&y);
  return y.x;
}

/* { dg-final { scan-tree-dump "Rejected \\(\[0-9\]+\\): needs to live in memory and escapes or global: y" "esra" } } */
/* { dg-final { scan-tree-dump-times "Created a replacement" 1 "esra" } } */
/* { dg-final { scan-tree-dump "Created a replacement for v offset: 48" "esra" } } */
