/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-strlen1" } */

char s[20];

int f (void)
{
  return __builtin_strcmp (s, "abc") == 0;
}

int g (void)
{
  return __builtin_strncmp (s, "abcdefgh", 4) == 0;
}

/* Nothing is known of what p points to. */
int h (char *p)
{
  return __builtin_strcmp (p, "abc") == 0;
}

/* { dg-final { scan-tree-dump-times "strcmp_eq \\(&s, \"abc\", 4\\)" 1 "strlen1" } } */
/* { dg-final { scan-tree-dump-times "strncmp_eq \\(&s, \"abcdefgh\", 4\\)" 1 "strlen1" } } */
/* { dg-final { scan-tree-dump-times "strcmp \\(p" 1 "strlen1" } } */
