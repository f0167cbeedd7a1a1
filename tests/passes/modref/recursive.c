/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
struct list { struct list *next; int v, w; };

/* What a function touches that calls itself with other pointers. */
__attribute__ ((noinline)) void fill (int *p, int n) { if (n) { *p = n; fill (p + 1, n - 1); fill (p + 1, n - 1); } }
__attribute__ ((noinline)) void back (int *p, int n) { if (n) { p[-1] = n; back (p - 2, n - 1); back (p, 0); } }
__attribute__ ((noinline)) void mark (struct list *l, int n) { if (l) { l->v = n; mark (l->next, n + 1); mark (0, n); } }
__attribute__ ((noinline)) void turn (int *a, int *b, int n) { if (n) { turn (b, a, n - 1); a[1] = n; } else *a = 8; }

int main (void)
{
  int x[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
  struct list c = { 0, 1, 1 }, b = { &c, 1, 1 }, a = { &b, 1, 1 };
  fill (x, 4);
  if (x[0] != 4 || x[3] != 1 || x[4] != 1 || x[2] != 2)
    abort ();
  back (x + 8, 3);
  if (x[7] != 3 || x[5] != 2 || x[3] != 1 || x[1] != 3)
    abort ();
  mark (&a, 5);
  if (a.v != 5 || b.v != 6 || c.v != 7 || c.w != 1)
    abort ();
  int y[2] = { 0, 0 }, z[2] = { 0, 0 };
  turn (y, z, 1);
  if (z[0] != 8 || y[1] != 1 || y[0] || z[1])
    abort ();
  return 0;
}
