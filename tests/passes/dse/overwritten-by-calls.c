/* What a function is known to overwrite counts byte by byte.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

struct s { int a, b, c; };
__attribute__ ((noinline)) static void all (struct s *s) { s->a = 0; s->b = 0; s->c = 0; }
__attribute__ ((noinline)) static void ends (struct s *s) { s->a = 1; s->c = 2; }
void set (struct s *s) { all (s); ends (s); s->b = 1; }
void rest (struct s *s) { all (s); ends (s); }

/* { dg-final { scan-tree-dump-times "Deleted dead store: all" 1 "dse1" } } */
