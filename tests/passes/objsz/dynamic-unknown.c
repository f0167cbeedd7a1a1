/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1-details" } */

/* Where nothing is known of one pointer, a number is asked for. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int c, char *q, size_t n)
{
  char *p = c ? __builtin_malloc (n) : q;
  size_t r = __builtin_dynamic_object_size (p, 0);
  use (p);
  return r;
}

/* { dg-final { scan-tree-dump "Retrying as __builtin_object_size" "objsz1" } } */
/* { dg-final { scan-tree-dump " to 18446744073709551615" "objsz1" } } */
