/* Members of a union that lie over one another, one of which is copied whole: the part that is in no register goes along.  */
#include <stdio.h>

struct bound { int type; void *expr; };
union minor { void *p; unsigned n; struct bound bound; };
struct entry { short state, major; union minor minor; };

static __attribute__ ((noipa)) void
reduce (int rule, struct entry *top, void *q)
{
  union minor lhs;
  switch (rule)
    {
    case 0:
      lhs.bound = top->minor.bound;
      top->minor.bound = lhs.bound;
      break;
    case 1:
      lhs.bound.type = top[-1].major;
      lhs.bound.expr = 0;
      top[-1].minor.bound = lhs.bound;
      break;
    case 2:
      lhs.p = q;
      top->minor.p = lhs.p;
      break;
    case 3:
      lhs.n = 5;
      top->minor.n = lhs.n;
      break;
    }
}

int
main (void)
{
  struct entry e[2] = { { 1, 2, { .bound = { 3, e } } }, { 4, 5, { .bound = { 6, e + 1 } } } };
  reduce (0, e + 1, e);
  printf ("%d %d\n", e[1].minor.bound.type, e[1].minor.bound.expr == e + 1);
  reduce (1, e + 1, e);
  printf ("%d %d\n", e[0].minor.bound.type, e[0].minor.bound.expr == 0);
  reduce (2, e + 1, e);
  printf ("%d\n", e[1].minor.p == e);
  reduce (3, e, e);
  printf ("%u\n", e[0].minor.n);
}
