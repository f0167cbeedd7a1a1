/* Where size counts, a text is put after another one by the call. */
/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-lower" } */

char *strcat (char *, const char *);
void f (char *a) { strcat (a, "xyz"); }

/* { dg-final { scan-tree-dump "strcat \\(a, \"xyz\"\\);" "lower" } } */
