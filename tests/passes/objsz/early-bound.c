/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-early_objsz-details" } */

/* Before addresses are propagated, the size of a member is noted as a bound. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int c)
{
  char *p = c ? s.b : big;
  return __builtin_object_size (p, 1);
}

/* { dg-final { scan-tree-dump "= MIN_EXPR <_\[0-9\]+, 20>;" "early_objsz" } } */
/* { dg-final { scan-tree-dump "maximum subobject size 10" "early_objsz" } } */
