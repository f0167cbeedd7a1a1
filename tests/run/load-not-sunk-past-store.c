/* A load does not sink after a store, towards a use in a φ or out of a loop. */
extern int printf (const char *, ...);
int d;
__attribute__ ((noipa)) int f (int a, int b, int *p)
{
  int x = *p;
  if (a) { d++; if (b) *p = 9; else d = 4; if (b > 1) return x + 1; }
  else return 3;
  return d;
}
__attribute__ ((noipa)) int k (int a, int *p, int n) { int x = *p, r = 0; do { *p += n; } while (--n > 0); if (a) r = x; return r; }
int main (void) { int v = 5; printf ("%d ", f (1, 2, &v)); v = 5; printf ("%d\n", k (1, &v, 3)); return 0; }
