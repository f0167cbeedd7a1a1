/* What is never inlined is not split, either. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-tree-fnsplit" } */
int is_one_of (char *s, int c)
{
  if (c == -1)
    return 1;
  while (*s)
    if (*s++ == c)
      return 1;
  return 0;
}
int both (char *s) { return is_one_of (s, ';') + is_one_of (s + 3, 'x'); }
/* { dg-final { scan-tree-dump-times "Not splitting: not inlinable\\." 2 "fnsplit" } } */
/* { dg-final { scan-tree-dump-not "part.0" "fnsplit" } } */
