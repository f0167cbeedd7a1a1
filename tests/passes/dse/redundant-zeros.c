/* Zeros stored where zeros have just been stored are not stored again.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fdump-tree-dse1-details" } */

struct s { char head[10], tail[10]; };
void use (void *);

void cleared (void) { struct s s = {}; __builtin_memset (s.tail, 0, sizeof s.tail); use (&s); }
void behind (struct s *p) { __builtin_memset (p, 0, sizeof *p); p->tail[5] = 0; }
void of_string (void) { char a[64] = ""; a[3] = 0; use (a); }
/* These are not: it is no zero, or a zero of the other sign, or beside what was cleared.  */
void one (struct s *p) { __builtin_memset (p, 0, sizeof *p); p->tail[5] = 1; }
void negative (double *p) { __builtin_memset (p, 0, 16); p[1] = -0.0; }
void further (char *p) { __builtin_memset (p, 0, 16); p[16] = 0; }

/* { dg-final { scan-tree-dump-times "Deleted redundant call: .*memset" 1 "dse1" } } */
/* { dg-final { scan-tree-dump-times "Deleted redundant store: " 2 "dse1" } } */
/* { dg-final { scan-tree-dump "tail\\\[5\\\] = 1;" "dse1" } } */
/* { dg-final { scan-tree-dump " = -0.0;" "dse1" } } */
