/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
int *kept, g;
void b (int *, int, int **);
int *d (int *, int);

/* Around a circle a pointer is kept after all, or returned, or what it leads to is written. */
__attribute__ ((noinline)) void a (int *p, int n, int **q) { if (n) b (p, n - 1, q); else kept = p; }
__attribute__ ((noinline)) void b (int *p, int n, int **q) { if (n) a (p, n - 1, q); else **q = 3; }
__attribute__ ((noinline)) int *c (int *p, int n) { return n ? d (p + 1, n - 1) : p; }
__attribute__ ((noinline)) int *d (int *p, int n) { return n ? c (p, n - 1) : &g; }
__attribute__ ((noinline)) void use (void) { *kept = 6; }

__attribute__ ((noinline)) int test (void)
{
  int x = 1, y = 2;
  int *py = &y;
  a (&x, 2, &py);
  y = 4;
  a (&y, 1, &py);
  use ();
  return x * 10 + y;
}

int main (void)
{
  int z[3] = { 1, 2, 3 };
  if (test () != 63)
    abort ();
  *c (z, 2) = 9;
  if (z[1] != 9 || c (z, 1) != &g)
    abort ();
  return 0;
}
