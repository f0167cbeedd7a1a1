/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

/* What the end of a string bounds needs no other bound. */
int a (const char *s) { return __builtin_strncmp (s, "abc", 4); }
int b (const char *s) { return __builtin_strncmp (s, "abc", 3); }

/* { dg-final { scan-tree-dump-times "__builtin_strcmp" 1 "lower" } } */
/* { dg-final { scan-tree-dump-times "__builtin_strncmp" 1 "lower" } } */
