/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
struct s { int a; struct s *n; };
struct s *kept;

/* What is not done with each parameter. */
int first (struct s *p, int *unused) { return p->a; }
void store (struct s *p, int k) { p->a = k; }
struct s *next (struct s *p) { return p->n; }
struct s *same (struct s *p) { p->a = 1; return p; }
void keep (struct s *p) { kept = p; }

/* { dg-final { scan-tree-dump "modref analyzing 'first/\[0-9\]+' \\(ipa=0\\) \\(pure\\)" "modref1" } } */
/* { dg-final { scan-tree-dump-times "parm 0 flags: not_returned_directly no_indirect_read" 2 "modref1" } } */
/* { dg-final { scan-tree-dump-times "parm 1 flags: unused" 1 "modref1" } } */
/* { dg-final { scan-tree-dump-times "parm 0 flags: no_indirect_clobber no_direct_escape no_indirect_escape no_direct_read no_indirect_read" 1 "modref1" } } */
/* { dg-final { scan-tree-dump-times "parm 0 flags: no_indirect_clobber no_direct_escape no_indirect_escape not_returned_indirectly no_direct_read no_indirect_read" 1 "modref1" } } */
/* { dg-final { scan-tree-dump-times "Global memory written" 1 "modref1" } } */
