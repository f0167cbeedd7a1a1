/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-einline" } */

/* The copy of a parameter in memory ends its life after the body; a result goes to its place at once. */
struct pair { int a, b; };
void use (struct pair *);

static inline __attribute__ ((always_inline)) int first (struct pair p)
{
  use (&p);
  return p.a;
}

static inline __attribute__ ((always_inline)) struct pair make (int a)
{
  struct pair r;
  r.a = a;
  r.b = 7;
  return r;
}

int f (struct pair *q)
{
  return first (*q);
}

int g (int a)
{
  struct pair local;
  local = make (a);
  return local.b;
}

/* { dg-final { scan-tree-dump "p =.v. .CLOBBER.eol..;" "einline" } } */
/* { dg-final { scan-tree-dump-times " = D\\." 1 "einline" } } */
