/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
struct s { int a, b, c, d; };

/* What is written whenever a function is called; and what not. */
void all (struct s *p) { p->a = 1; p->c = 3; p->b = 2; }
void perhaps (struct s *p, int n) { if (n) p->d = 1; }
void by_others (struct s *p) { all (p + 1); }

/* { dg-final { scan-tree-dump-times "  kills:" 2 "modref1" } } */
/* { dg-final { scan-tree-dump "     Parm 0 param offset:0 offset:0 size:96 max_size:96" "modref1" } } */
/* { dg-final { scan-tree-dump "     Parm 0 param offset:16 offset:0 size:96 max_size:96" "modref1" } } */
