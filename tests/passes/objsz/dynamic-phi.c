/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1" } */

/* Sizes are joined where pointers are. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int c, size_t n)
{
  char *p = c ? __builtin_malloc (n) : __builtin_calloc (n, 4);
  size_t r = __builtin_dynamic_object_size (p, 0);
  use (p);
  return r;
}

/* { dg-final { scan-tree-dump "# _\[0-9\]+ = PHI <_\[0-9\]+\\(3\\), _\[0-9\]+\\(4\\)>" "objsz1" } } */
