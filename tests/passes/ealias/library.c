/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* Library functions that copy and search let nothing escape. */

int
f (char *s, int n)
{
  char a[8], b[8];
  char *p = __builtin_memcpy (a, s, n);
  char *q = __builtin_strchr (b, n);
  __builtin_memset (b, n, 8);
  return *p + *q + __builtin_strlen (p);
}

/* { dg-final { scan-tree-dump {a = \*s \+ UNKNOWN} "ealias" } } */
/* { dg-final { scan-tree-dump {q_\d+ = \{ NULL b \}} "ealias" } } */
/* { dg-final { scan-tree-dump {b = INTEGER} "ealias" } } */
/* { dg-final { scan-tree-dump {CALLUSED\(\d+\) = \{ a \}} "ealias" } } */
/* { dg-final { scan-tree-dump-not {ESCAPED = .[^\n]* [ab] } "ealias" } } */
