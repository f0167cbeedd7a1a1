/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-store-merging" } */

/* What a number for a bit-field is computed from, once simplified, stands before what computes it.  */

struct s { unsigned a : 2; int b : 12; };
struct t { long n; struct s s; };

void
f (struct t *o, long k, struct s *p)
{
  o->s.a = (signed char) ((signed char) k | 56);
  o->s.b = p->b;
}

/* { dg-final { scan-tree-dump-times {MEM <unsigned short> \[\(struct s \*\)o_\d+\(D\) \+ 8B\] = _\d+;} 1 "store-merging" } } */
