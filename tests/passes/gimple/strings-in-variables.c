/* { dg-do compile } */
/* { dg-options "-O0 -w -fdump-tree-gimple" } */

/* What variables hold that never change is known to string functions, flexible arrays included.  */

struct A { char n, a[4]; };
struct F { char n, a[]; };
const struct A x = { 1, "ab" };
const struct F y = { 3, { 3, 2, 1, 0 } };
const int z[2] = { 0x41424344, 0 };

int length, flexible, compared, found, same;

void f (void)
{
  length = 10 + __builtin_strlen (x.a);
  flexible = 20 + __builtin_strlen (y.a);
  compared = 30 + __builtin_strcmp (x.a, "ab");
  found = 40 + (__builtin_memchr (z, 'C', 4) != 0);
  same = 50 + __builtin_memcmp (z, "DCBA", 4);
}

/* { dg-final { scan-tree-dump "length = 12;" "gimple" } } */
/* { dg-final { scan-tree-dump "flexible = 23;" "gimple" } } */
/* { dg-final { scan-tree-dump "compared = 30;" "gimple" } } */
/* { dg-final { scan-tree-dump "found = 41;" "gimple" } } */
/* { dg-final { scan-tree-dump "same = 50;" "gimple" } } */
