/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fdump-tree-dse1-details" } */

/* What is returned is of zeros. */
struct s { char a[10], b[10]; };
void g (struct s *);
void f (void) { struct s *p = __builtin_calloc (sizeof *p, 1); __builtin_memset (p->b, 0, 10); g (p); }
void h (unsigned n) { struct s *p = __builtin_calloc (n, 1); __builtin_memset (p->b, 0, 10); g (p); }

/* { dg-final { scan-tree-dump-times "Deleted redundant call" 1 "dse1" } } */
