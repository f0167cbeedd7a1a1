/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra-details" } */

/* A small aggregate that is only copied from goes in parts; one of five words does not. */

struct small { long v[4]; };
struct large { long v[5]; };

void
f (struct small *p)
{
  struct small x = p[0];
  p[1].v[0] = 0;
  p[2] = x;
}

void
g (struct large *p)
{
  struct large y = p[0];
  p[1].v[0] = 0;
  p[2] = y;
}

/* { dg-final { scan-tree-dump "Will attempt to totally scalarize x" "esra" } } */
/* { dg-final { scan-tree-dump "Too big to totally scalarize: y" "esra" } } */
/* { dg-final { scan-tree-dump-times "Created a replacement for x" 4 "esra" } } */
/* { dg-final { scan-tree-dump "! Disqualifying y - No scalar replacements to be created." "esra" } } */
