/* Where statements stand in the source, as GCC has it: a temporary where its expression does, an argument where its call
   does, a branch at its condition or the parenthesis before it, a returned value where that is. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple-lineno" } */

int g (int);

int
f (int n, int *p)
{
  int k;
  while (n > 3)
    n--;
  if (n == 5 && k == 7)
    g (g (n + 1) * 2);
  *p = n * 3 + k;
  k = p ? 4 : 7;
  return g (n) + 1;
}

/* { dg-final { scan-tree-dump {c:12:12\] if \(n > 3\)} "gimple" } } */
/* { dg-final { scan-tree-dump {c:14:6\] if \(n == 5\)} "gimple" } } */
/* { dg-final { scan-tree-dump {c:14:14\] if \(k == 7\)} "gimple" } } */
/* { dg-final { scan-tree-dump {c:15:8\] _[0-9]+ = n \+ 1} "gimple" } } */
/* { dg-final { scan-tree-dump {c:15:5\] _[0-9]+ = _[0-9]+ \* 2} "gimple" } } */
/* { dg-final { scan-tree-dump {c:16:14\] _[0-9]+ = k \+ _[0-9]+} "gimple" } } */
/* { dg-final { scan-tree-dump {c:17:13\] iftmp\.[0-9]+ = 4} "gimple" } } */
/* { dg-final { scan-tree-dump {c:18:16\] return} "gimple" } } */
