/* { dg-do compile } */
/* { dg-options "-O2 -fno-printf-return-value -fdump-tree-strlen1-details -fdump-tree-optimized" } */

char buf[64];
int sprintf (char *, const char *, ...);
int f (void) { return sprintf (buf, "%s%d", "ab", 17); }

/* { dg-final { scan-tree-dump-not "return value" "strlen1" } } */
/* { dg-final { scan-tree-dump "return _\[0-9\]+;" "optimized" } } */
