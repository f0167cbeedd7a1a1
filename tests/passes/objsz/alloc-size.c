/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* alloc_size names the parameters whose product is the size of the object. */
void *one (int, int) __attribute__ ((alloc_size (2)));
void *two (int, int, int);
void *two (int, int, int) __attribute__ ((alloc_size (1, 3)));
void *none (int);
unsigned long f (void) { char *p = one (3, 40); return __builtin_object_size (p, 0); }
unsigned long g (void) { char *p = two (6, 7, 8); return __builtin_object_size (p + 8, 0); }
unsigned long h (int n) { return __builtin_object_size (two (6, 7, n), 0); }
unsigned long i (void) { return __builtin_object_size (none (3), 0); }

/* { dg-final { scan-tree-dump-times "return 40;" 2 "optimized" } } */
/* { dg-final { scan-tree-dump-times "return 40;|return 18446744073709551615;" 4 "optimized" } } */
