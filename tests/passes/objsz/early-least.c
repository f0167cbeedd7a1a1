/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-early_objsz" } */

/* The smallest size is a bound from below. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int c)
{
  char *p = c ? s.b : big;
  return __builtin_object_size (p, 3);
}

/* { dg-final { scan-tree-dump "= MAX_EXPR <_\[0-9\]+, 10>;" "early_objsz" } } */
