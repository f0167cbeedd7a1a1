/* Zeros that make an object be of another type are stored, though there are zeros.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-fre -fdump-tree-dse1-details" } */

struct array { int x[4]; };
struct mixed { float f; long y; };
void other (struct array *a) { float *f = (float *) a; *a = (struct array) {}; *f = 0; }
void word (struct array *a) { *a = (struct array) {}; __builtin_memset (a, 0, 8); }
void member (struct array *a) { int *i = (int *) a; *a = (struct array) {}; *i = 0; }
void of_two (struct mixed *p) { float *f = &p->f; *p = (struct mixed) {}; *f = 0; }
void untyped (void *p) { float *f = p; __builtin_memset (p, 0, 16); *f = 0; }

/* { dg-final { scan-tree-dump-times "Deleted redundant" 3 "dse1" } } */
/* { dg-final { scan-tree-dump "Deleted redundant store: MEM\\\[\\(int \\*\\)a_1\\(D\\)\\\] = 0;" "dse1" } } */
/* { dg-final { scan-tree-dump-not "Deleted redundant call" "dse1" } } */
