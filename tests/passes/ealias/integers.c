/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* A pointer may go through integers and unions; a difference of pointers is none. */

union u { long l; int *p; };

int
f (long a)
{
  int x = 1, y = 2;
  union u u;
  u.p = &x;
  long l = (u.l + a) & ~15L;
  int *p = (int *) l;
  long d = &x - &y;
  return *p + d;
}

/* { dg-final { scan-tree-dump {p_\d+ = \{ (NULL )?(NONLOCAL )?x \}} "ealias" } } */
/* { dg-final { scan-tree-dump-not {d_\d+ = [^\n]* y } "ealias" } } */
