/* A text of known length is copied to where the other one ends, unless size counts; what is not known, or empty, is not. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower" } */

char *strcat (char *, const char *);
char *f (char *a) { return strcat (a, "xyz"); }
void g (char *a, char *b) { strcat (a, b); }
char *h (char *a) { return strcat (a, ""); }

/* { dg-final { scan-tree-dump {(D.[0-9]+) = __builtin_strlen \(a\);\n  (D.[0-9]+) = a \+ \1;\n  __builtin_memcpy \(\2, "xyz", 4\);\n  D.[0-9]+ = a;} "lower" } } */
/* { dg-final { scan-tree-dump-times "strcat \\(a, b\\);" 1 "lower" } } */
/* { dg-final { scan-tree-dump-times "__builtin_strlen" 1 "lower" } } */
