/* Loads through pointers that are one of several addresses.  */
#include <stdio.h>
#define N __attribute__ ((noinline, noclone))

static int g1 = 1, g2 = 2;
static volatile int v1 = 5, v2 = 6;
struct t { int x, y; char c; };
N void change (int by) { g1 += by; g2 -= by; }
N int plain (int a, int b, int c) { int *p; if (c) p = &a; else p = &b; return *p; }
N int three (int a, int b, int c, int k) { int *p; if (k == 0) p = &a; else if (k == 1) p = &b; else p = &c; int r = *p; a = 100; return r + *p; }
N int changed (int c) { int *p; if (c) p = &g1; else p = &g2; change (10); return *p; }
N int on_a_way (int c) { int *p; if (c) p = &g1; else { p = &g2; change (7); } return *p; }
N int stored (int c) { int *p; if (c) p = &g1; else p = &g2; *p = 40; return *p + g1; }
N int guarded (int c, int *q) { int *p; if (c) p = &g1; else p = q; if (p) return *p; return -1; }
N int of_volatile (int c) { volatile int *p; if (c) p = &v1; else p = &v2; return *p + *p; }
N int fields (int c, struct t *a, struct t *b) { int *p = c ? &a->x : &b->y; return *p; }
N int bytes (int c, int *a) { char *p; if (c) p = (char *) a; else p = (char *) &g2; return *p; }
N int chained (int a, int b, int c, int k) { int *p, *q; if (k & 1) p = &a; else p = &b; int r = *p; if (k & 2) q = p; else q = &c; return r * 10 + *q; }
N int chained_store (int a, int b, int c, int k) { int *p, *q; if (k & 1) p = &a; else p = &b; int r = *p; a = 9; b = 8; if (k & 2) q = p; else q = &c; return r * 10 + *q; }
N int loop (int *a, int n) { int x = 0, y = 0, *p = &x; for (int i = 0; i < n; i++) { p = a[i] & 1 ? &x : &y; *p += a[i]; } return *p * 1000 + x * 10 + y; }
N const int *reference (const int *a, const int *b) { return *b > *a ? b : a; }
N int maximum (int a, int b) { return *reference (&a, &b); }
static inline const int *inlined (const int *a, const int *b) { return *b > *a ? b : a; }
N int maximum_inlined (int a, int b) { return *inlined (&a, &b); }

int
main (void)
{
  struct t s = { 3, 4, 5 }, u = { 6, 7, 8 };
  int word = 0x01020304, list[] = { 1, 2, 3, 4, 6 };
  for (int c = 0; c < 4; c++)
    {
      int a = changed (c & 1), b = on_a_way (c & 1), d = stored (c & 1);
      printf ("%d %d %d %d ", plain (11, 12, c & 1), three (1, 2, 3, c), a, b);
      printf ("%d %d %d %d ", d, guarded (c & 1, 0), of_volatile (c & 1), fields (c & 1, &s, &u));
      printf ("%d %d %d\n", bytes (c & 1, &word), chained (1, 2, 3, c), chained_store (1, 2, 3, c));
    }
  printf ("%d %d %d %d\n", loop (list, 5), maximum (3, 9), maximum_inlined (9, 3), maximum_inlined (-9, 3));
  return 0;
}
