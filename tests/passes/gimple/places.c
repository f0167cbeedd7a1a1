/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple-lineno" } */

/* References and addresses are where they are written, arguments where their call is. */
struct s { int a; struct s *n; };
extern void g (int, struct s *, int *);
int v[4];
void f (struct s *p, int i)
{
  v[i] += p->a;
  g (p->a, p->n, &v[i]);
  while (p->a)
    p->a++;
  switch (i)
    {
    case 3:
      v[0] = v[1] = 2;
    }
}

/* { dg-final { scan-tree-dump {:10:4\] _1 = \[[^\]]*:10:4\] v\[i\];} "gimple" } } */
/* { dg-final { scan-tree-dump {:10:8\] \[[^\]]*:10:4\] v\[i\] = _3;} "gimple" } } */
/* { dg-final { scan-tree-dump {:11:3\] _\d+ = \[[^\]]*:11:3\] p->a;} "gimple" } } */
/* { dg-final { scan-tree-dump {:11:3\] &\[[^\]]*:11:20\] v\[i\]} "gimple" } } */
/* { dg-final { scan-tree-dump {:12:9\] goto} "gimple" } } */
/* { dg-final { scan-tree-dump {:13:6\] _\d+ = \[[^\]]*:13:6\] p->a;} "gimple" } } */
/* { dg-final { scan-tree-dump {<default: <D\.\d+>, \[[^\]]*:16:5\] case 3: } "gimple" } } */
/* { dg-final { scan-tree-dump {:17:19\] \[[^\]]*:17:15\] v\[1\] = 2;} "gimple" } } */
