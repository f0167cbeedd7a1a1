/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1" } */

int f (char *p, char *q)
{
  return __builtin_memcmp (p, q, 13) == 0;
}

/* Which is greater is asked for. */
int g (char *p, char *q)
{
  return __builtin_memcmp (p, q, 13) < 0;
}

/* { dg-final { scan-tree-dump-times "memcmp_eq \\(" 1 "strlen1" } } */
