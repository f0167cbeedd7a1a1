/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-fnsummary1" } */

/* What is loaded from a parameter, or through it, is known where the part of it is. */

struct s { int a, b; char c; };
void g (int);

/* { dg-final { scan-tree-dump "op0\\\[ref offset: 32\\\] changed" "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump "predicate: \\(op0\\\[ref offset: 32\\\] == 7\\)" "local-fnsummary1" } } */
void through (struct s *p)
{
  if (p->b == 7)
    g (p->b + 1);
}

/* { dg-final { scan-tree-dump "op0\\\[offset: 64\\\],\\(\\(int\\) #\\) > 3|op0\\\[offset: 64\\\] > 3" "local-fnsummary1" } } */
int by_value (struct s q)
{
  if (q.c > 3)
    g (1);
  return 2;
}

/* After the store it may be another. */
/* { dg-final { scan-tree-dump-not "op1\\\[ref offset: 0\\\]" "local-fnsummary1" } } */
/* { dg-final { scan-tree-dump-not "op2\\\[ref" "local-fnsummary1" } } */
void stored (int n, int *p, struct s *unused)
{
  *p = n;
  g (*p);
  g (*p + 1);
}

/* What another pointer of the type stores may be it. */
/* { dg-final { scan-tree-dump-not "op3\\\[ref" "local-fnsummary1" } } */
void aliased (int a, int b, int *q, int *p)
{
  *q = a;
  if (*p == b)
    g (b);
  if (*p == 19)
    g (a);
}

/* { dg-final { scan-tree-dump-not "op0\\\[ref offset: 64\\\]" "local-fnsummary1" } } */
void is_volatile (volatile struct s *p)
{
  if (p->c)
    g (3);
}
