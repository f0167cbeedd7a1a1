/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1-details" } */

/* What is allocated has as many bytes as were asked for. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (size_t n, int k)
{
  char *p = __builtin_malloc (n);
  p += k;
  size_t r = __builtin_dynamic_object_size (p, 0);
  use (p);
  return r;
}

/* { dg-final { scan-tree-dump "Simplified \\(dynamic\\)" "objsz1" } } */
/* { dg-final { scan-tree-dump "MAX_EXPR" "objsz1" } } */
