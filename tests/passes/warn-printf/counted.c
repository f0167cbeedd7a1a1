/* { dg-do compile } */
/* { dg-options "-O0 -Wformat-overflow -fdump-tree-warn-printf" } */

/* Without optimisation a pass counts that changes nothing. */
int sprintf (char *, const char *, ...);
char d[16];
int counted (unsigned char c) { return sprintf (d, "%s=%u", "ab", c); }
/* { dg-final { scan-tree-dump "sprintf: objsize = 16, fmtstr = \"%s=%u\"" "warn-printf" } } */
/* { dg-final { scan-tree-dump "\"%u\"\n    Result: 1, 3, 3, 3 \\(4, 6, 6, 6\\)" "warn-printf" } } */
/* { dg-final { scan-tree-dump "= sprintf \\(&d, \"%s=%u\", \"ab\", " "warn-printf" } } */
