/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* A part of a structure that is smaller than what a store through another pointer is of is no part of that. */
struct s { char c; unsigned x; };
struct row { int n; char b[8]; };
union either { char c; int i; };
struct holds { int k; union either u; };

char smaller (unsigned *p, struct s *q) { q->c = 1; *p = 3; return q->c; }
char in_array (int *p, struct row *q, int i) { q->b[i] = 2; *p = 3; return q->b[i]; }

/* The same size, another sign; a part of a union; the whole union; no structure. */
unsigned same_size (int *p, struct s *q) { q->x = 101; *p = 3; return q->x; }
char in_union (int *p, struct holds *q) { q->u.c = 102; *p = 3; return q->u.c; }
char of_union (int *p, union either *q) { q->c = 103; *p = 3; return q->c; }
char alone (unsigned *p, char *q) { *q = 104; *p = 3; return *q; }

/* { dg-final { scan-tree-dump "return 1;" "fre1" } } */
/* { dg-final { scan-tree-dump "return 2;" "fre1" } } */
/* { dg-final { scan-tree-dump-not "return 10\[0-9\];" "fre1" } } */
