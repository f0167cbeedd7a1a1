/* { dg-do compile } */
/* { dg-options "-O2 -fisolate-erroneous-paths-dereference -fdump-tree-isolate-paths" } */

/* What is stored through null becomes zero if it is a number; a pointer stays. */
extern int **pick (int);
void number (int c, int *a, int v) { int *p = c ? a : 0; *p = v; }
void pointer (int c, int **a, int *v) { int **p = c ? a : 0; *p = v; }

/* { dg-final { scan-tree-dump "={v} 0;" "isolate-paths" } } */
/* { dg-final { scan-tree-dump "={v} v_\[0-9\]+\\(D\\);" "isolate-paths" } } */
