/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3" } */

/* Cases whose arms become empty where a body is copied are put together at the end of the clean-up: they are still cases. */
struct v { int i; double n; int t; };
struct e { int k, a, b; struct v v; };
extern void discharge (struct e *);
extern int other (struct e *);
static int numeral (const struct e *e, struct v *v)
{
  if (e->a != e->b)
    return 0;
  switch (e->k)
    {
    case 6: if (v) { v->i = e->v.i; v->t = 3; } return 1;
    case 5: if (v) { v->n = e->v.n; v->t = 19; } return 1;
    default: return 0;
    }
}
int f (int op, struct e *e)
{
  discharge (e);
  switch (op)
    {
    case 1: case 2: if (!numeral (e, 0)) other (e); break;
    case 7: if (!numeral (e, 0)) discharge (e); break;
    default: other (e);
    }
  return 0;
}
int g (struct e *e, struct v *v) { return numeral (e, v); }

/* { dg-final { scan-tree-dump-times "case 5 \.\.\. 6:" 2 "fixup_cfg3" } } */
