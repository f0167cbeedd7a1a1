/* What lies in a string at a constant place is known.  */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

int end (void) { const char *p = "hello"; return p[5]; }
char first (void) { char c; __builtin_memcpy (&c, "a", 1); return c; }

/* { dg-final { scan-tree-dump "return 0;" "optimized" } } */
/* { dg-final { scan-tree-dump "return 97;" "optimized" } } */
