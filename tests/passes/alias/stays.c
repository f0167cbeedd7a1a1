/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* What the library only reads does not escape by that. */
int f (char c)
{
  char a[2] = { c, 0 };
  __builtin_memset (a, 'x', 1);
  return __builtin_strlen (a);
}

/* { dg-final { scan-tree-dump {ESCAPED, points-to vars: \{ \}} "alias" } } */
