/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* Only zero is a size that an object may have. */
void f (char *d, const char *s, int n) { if (n >= 1) n = 0; __builtin_memcpy (d, s, n); }
char *g (char *d, const char *s, long n) { if (n >= 1) n = 0; return __builtin_mempcpy (d, s, n); }
void h (char *d, const char *s, int n) { if (n >= 2) n = 1; __builtin_memmove (d, s, n); }

/* { dg-final { scan-tree-dump-not "memcpy|mempcpy" "evrp" } } */
/* { dg-final { scan-tree-dump "__builtin_memmove" "evrp" } } */
