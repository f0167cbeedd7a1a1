/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1-details" } */

/* The last member of what a pointer leads to may go on after it, others do not. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (struct A *q) { char *p = q->b; return __builtin_object_size (p, 1); }
size_t g (struct A *q) { char *p = q->d; return __builtin_object_size (p, 1); }

/* { dg-final { scan-tree-dump " to 10" "objsz1" } } */
/* { dg-final { scan-tree-dump " to 18446744073709551615" "objsz1" } } */
