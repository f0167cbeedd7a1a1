/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-objsz1-details" } */

/* And at least nothing. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

size_t f (int n)
{
  char *p = big;
  while (n--)
    {
      p++;
      use (p);
    }
  return __builtin_object_size (p, 2);
}

/* { dg-final { scan-tree-dump " to 0" "objsz1" } } */
