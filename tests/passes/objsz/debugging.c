/* { dg-do compile } */
/* { dg-options "-Og -fdump-tree-objsz2-details" } */

/* With -Og the second instance runs. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int c)
{
  char *p = c ? s.b : big;
  return __builtin_object_size (p, 0);
}

/* { dg-final { scan-tree-dump " to 24" "objsz2" } } */
