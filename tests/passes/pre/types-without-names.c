/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre" } */

/* What is inserted is of a type without the name the program has for it. */

typedef long number;
struct s { union { number n; void *p; } v; int tt; };
int h (struct s *, number *);
/* { dg-final { scan-tree-dump "  long int pretmp_\[0-9\]+;" "pre" } } */
number f (struct s *p)
{
  number res = 0;
  int ok = p->tt == 3 ? (res = p->v.n, 1) : h (p, &res);
  return ok ? res : 0;
}
