/* { dg-do run } */
/* { dg-options "-O2" } */

/* Sizes that are calculated are right. */
typedef __SIZE_TYPE__ size_t;
struct A { int a; char b[10]; int c; char d[6]; } s;
char big[20];
void use (void *);

__attribute__ ((noipa)) size_t f (size_t n, int k)
{
  char *p = __builtin_malloc (n);
  char *q = p + k;
  size_t r = __builtin_dynamic_object_size (q, 0);
  __builtin_free (p);
  return r;
}
__attribute__ ((noipa)) size_t g (int n)
{
  char *p = big;
  for (int i = 0; i < n; i++)
    p += 2;
  return __builtin_dynamic_object_size (p, 0);
}
__attribute__ ((noipa)) size_t h (int i)
{
  return __builtin_dynamic_object_size (&big[i], 0);
}
__attribute__ ((noipa)) size_t v (int n)
{
  char a[n];
  __builtin_memset (a, 1, n);
  return __builtin_dynamic_object_size (a + 1, 0);
}
int main (void)
{
  if (f (100, 30) != 70 || f (10, 30) != 0 || g (3) != 14 || g (0) != 20 || h (7) != 13 || v (12) != 11)
    __builtin_abort ();
  return 0;
}

