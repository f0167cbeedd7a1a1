/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Strings of which one is empty, or one character counts; a character that is found. */
int a (const char *s) { return __builtin_strcmp (s, ""); }
int b (const char *s) { return __builtin_strcasecmp ("", s); }
int c (const char *s, const char *t) { return __builtin_strncmp (s, t, 1); }
int d (const char *s, const char *t) { long n = 0; return __builtin_strncasecmp (s, t, n); }
const char *e (void) { const char *p = "abc"; return __builtin_memchr (p, 'b', 3); }

/* { dg-final { scan-tree-dump-not "str|memchr" "optimized" } } */
/* { dg-final { scan-tree-dump-times "MEM\\\[\\(const unsigned char \\* \\{ref-all\\}\\)" 4 "optimized" } } */
