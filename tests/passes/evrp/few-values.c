/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */
char buffer[100];

/* A truth times four is 0 or 4. */
unsigned long times (int a) { return (unsigned long) (a > 3) * 4 + (a > 5) * 16; }

/* A string is shorter than the array it is in, and than half of memory. */
unsigned long in_array (void) { return __builtin_strlen (buffer); }
unsigned long anywhere (const char *s) { return __builtin_strlen (s); }

/* { dg-final { scan-tree-dump "\\\[0, 0\\\]\\\[4, 4\\\]" "evrp" } } */
/* { dg-final { scan-tree-dump "\\\[0, 99\\\]" "evrp" } } */
/* { dg-final { scan-tree-dump "\\\[0, 9223372036854775805\\\]" "evrp" } } */
