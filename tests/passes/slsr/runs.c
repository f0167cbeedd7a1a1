/* { dg-do run } */
/* { dg-options "-O2" } */

/* Values are what they were. */
struct x { int a[16], b[16], c[16]; };
__attribute__ ((noipa)) static int sums (int s, int c) { int x1 = c + s * 2, x2 = c + s * 4, x3 = c + s * 6; return x1 + x2 * x3; }
__attribute__ ((noipa)) static int products (int n, int m) { int a = (n + 1) * m, b = (n + 3) * m, c = (n - 4) * m; return a ^ b ^ c; }
__attribute__ ((noipa)) static int refs (struct x *p, unsigned n) { return p->a[n] + p->c[n] * 10 + p->b[n + 1] * 100; }
__attribute__ ((noipa)) static int phi (int c, int n, int k) { int b = n; int x = n * k; if (c) b = n + 2; else b = n + 5; int y = b * k; return x ^ y; }
__attribute__ ((noipa)) static unsigned wrap (unsigned char s, unsigned c) { unsigned char t = s + 1; return (c + s * 4u) ^ (c + t * 4u); }
__attribute__ ((noipa)) static long wide (int i, long n) { return (i + 1) * n ^ (i + 2L) * n; }
int main (void)
{
  struct x x;
  for (int i = 0; i < 16; i++)
    x.a[i] = i, x.b[i] = i + 1, x.c[i] = i + 2;
  if (sums (3, 5) != 11 + 17 * 23 || products (10, 7) != (77 ^ 91 ^ 42) || refs (&x, 4) != 4 + 60 + 600)
    __builtin_abort ();
  if (phi (0, 2, 3) != (6 ^ 21) || phi (1, 2, 3) != (6 ^ 12) || wrap (255, 1) != (1021 ^ 1) || wide (-2, 5) != (-5 ^ 0))
    __builtin_abort ();
  return 0;
}

