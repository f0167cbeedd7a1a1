/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3" } */

/* What callers load is of types without qualifiers and names. */
typedef union u { long i; double n; } number;
struct v { number u; unsigned char tt; };
typedef unsigned char byte;
struct s { long a, b; byte m; };
int h (long, byte);
static int __attribute__ ((noinline)) k (const struct v *v, const struct s *s)
{
  return h (v->u.i, s->m) + h (s->m, 3);
}
int f (const struct v *v, struct s *s) { return k (v, s) + h (1, 2); }
int g (struct v *v, struct s *s) { return k (v, s) * h (3, 2); }
/* { dg-final { scan-tree-dump-times "MEM\\\[\\(union u \\*\\)v_" 2 "fixup_cfg3" } } */
