/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original" } */

/* A function type with attributes of its own is one more type, the same attributes again are not. */

extern int a1 (int *) __attribute__ ((nonnull (1)));
extern int a2 (int *) __attribute__ ((nonnull (1)));
extern int a3 (int *) __attribute__ ((nonnull (1), warn_unused_result));
extern int a4 (int, int[3]);
extern char *strdup (const char *s) __attribute__ ((nonnull (1)));
extern int printf (const char *restrict format, ...);
struct u { int a; };

/* { dg-final { scan-tree-dump "int \\(\\*<T2b2>\\) \\(struct u \\*, int\\)" "original" } } */
int last (void *p, struct u *q)
{
  int (*x) (struct u *, int) = (int (*) (struct u *, int)) p;
  return x (q, 1);
}
