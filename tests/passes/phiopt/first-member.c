/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2-details" } */

struct s { int a, b; };

/* Where the first member is, is where the structure is, also if that is nowhere.  */
int *first (struct s *p) { if (p) return &p->a; return 0; }

int *second (struct s *p) { if (p) return &p->b; return 0; }

/* { dg-final { scan-tree-dump-times {if \(} 1 "phiopt2" } } */
/* { dg-final { scan-tree-dump-times {return p_\d+\(D\);} 1 "phiopt2" } } */
