/* { dg-do compile } */
/* { dg-options "-O2 -w -fdump-tree-original" } */

/* A library function declared with other names and qualifiers than the builtin has: GCC makes types of what the two have in
   common, and of the attributes of both. A qualified pointer to a type with a name is not the canonical one. */

typedef unsigned long size_t;
typedef struct _F FILE;
extern void *memcpy (void *restrict d, const void *restrict s, size_t n) __attribute__ ((nonnull (1, 2)));
extern void *memset (void *d, int c, size_t n) __attribute__ ((nonnull (1)));
extern void *malloc (size_t n) __attribute__ ((alloc_size (1)));
extern int snprintf (char *restrict s, size_t n, const char *restrict format, ...) __attribute__ ((format (printf, 3, 4)));
extern int fscanf (FILE *restrict stream, const char *restrict format, ...);
extern int isinf (double x);
struct u { int a; };

/* { dg-final { scan-tree-dump "int \\(\\*<T2c7>\\) \\(struct u \\*, int\\)" "original" } } */

int last (void *p, struct u *q)
{
  int (*x) (struct u *, int) = (int (*) (struct u *, int)) p;
  return x (q, 1);
}
