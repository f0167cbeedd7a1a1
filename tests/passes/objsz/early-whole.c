/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-early_objsz-details" } */

/* Whole objects wait for the late pass. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int c)
{
  char *p = c ? s.b : big;
  return __builtin_object_size (p, 0);
}

/* { dg-final { scan-tree-dump {__builtin_object_size \(p_[0-9]+, 0\)} "early_objsz" } } */
/* { dg-final { scan-tree-dump-not "Computing" "early_objsz" } } */
/* { dg-final { scan-tree-dump-not "MIN_EXPR" "early_objsz" } } */
