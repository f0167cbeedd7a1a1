/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Conversions between pointers are not in the initial values that functions read. */
static const int x = 5;
static const char *const table[2] = { (const char *) (const void *) &x, (const char *) &x + 1 };
int f (void) { return *(const int *) table[0]; }

/* { dg-final { scan-tree-dump "return 5;" "optimized" } } */
