/* Stores under conditions, to memory that may be written in any case and to memory that may not.  */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define N __attribute__ ((noinline, noclone))

struct s { int a, b; unsigned bit : 3; };
static const int constant = 5;
static volatile int device;
static int reads;
N void note (void) { reads++; }
N void written (int *p, int a) { *p = 1; if (a) *p = a; }
N int only_read (int *p, int a) { int x = *p; if (a > x) *p = a; return x; }
N void maybe_null (int *p, int a) { if (a) *p = a; }
N void freed (int **p, int a) { **p = 1; free (*p); *p = 0; if (a) **p = a; }
N void both (int *p, int a) { if (a) *p = 1; else *p = 2; }
N void two (struct s *p, int c, int k) { if (c) { p->a = 1; p->b = 2; } else { p->a = 3; p->b = k; } }
N void overlap (int *p, int *q, int c) { if (c) { *p = 1; *q = 2; } else { *p = 3; *q = 4; } }
N void crossed (int *p, int *q, int c) { if (c) { *p = 1; *q = 2; } else { *q = 3; *p = 4; } }
N int reads_behind (int *p, int *q, int c) { int r; if (c) { *p = 1; r = *q; } else { *p = 2; r = 0; } return r; }
N int reads_before (int *p, int *q, int c) { int r; if (c) { r = *q; *p = 1; } else { *p = 2; r = 0; } return r; }
N void bits (struct s *p, int c) { p->bit = 1; if (c) p->bit = c; }
N int local (int *p, int a) { int t[4] = { 0 }; t[a & 1] = 3; if (a > 3) t[2] = a; return t[a & 3] * 10 + t[*p & 3]; }
N int outside (int a, int i) { int t[4] = { 1, 2, 3, 4 }; if (a) t[i] = a; return t[0] + t[3]; }
N int elements (int *p, int i, int j, int c) { p[i] = 1; if (c) p[j] = c; return p[i]; }
N void of_device (int c) { device = 1; if (c) device = 2; }
N void types (void *p, int c) { *(int *) p = 1; if (c) *(float *) p = 1.0f; }
N void looped (int *p, int n, int m) { for (int i = 0; i < n; i++) { int x = p[i]; if (x > m) p[i] = m; } }
N void nested (int *p, int a, int b) { *p = 0; if (a) { note (); if (b) *p = 1; else *p = 2; } }
N void deep (int *p, int a, int b) { *p = 0; if (a) { if (b) *p = 1; } }
static jmp_buf buffer;
N int jumps (int c) { volatile int x = 0; int t[2] = { 0, 0 }; if (setjmp (buffer)) return x + t[0] * 0; x = 1; if (c) x = 2; longjmp (buffer, 1); }

int
main (void)
{
  int x, y, list[] = { 5, 1, 9, 3 };
  struct s s = { 0, 0, 0 };
  float f;
  for (int c = 0; c < 6; c++)
    {
      written (&x, c);
      printf ("%d ", x);
      both (&x, c & 1);
      two (&s, c & 1, c);
      bits (&s, c);
      printf ("%d %d %d %d ", x, s.a, s.b, s.bit);
      overlap (&x, &x, c & 1);
      printf ("%d ", x);
      overlap (&x, &y, c & 1);
      printf ("%d %d ", x, y);
      crossed (&x, &x, c & 1);
      printf ("%d ", x);
      crossed (&x, &y, c & 1);
      printf ("%d %d ", x, y);
      x = 70;
      printf ("%d %d ", reads_behind (&x, &x, c & 1), x);
      printf ("%d %d ", reads_before (&x, &x, c & 1), x);
      y = c;
      printf ("%d %d ", local (&y, c), outside (c & 1, c & 1 ? c & 3 : 1000000));
      printf ("%d ", elements (list, c & 3, (c + (c & 1)) & 3, c));
      of_device (c & 1);
      printf ("%d ", device);
      types (&f, c & 1);
      printf ("%d ", *(unsigned char *) ((char *) &f + 3));
      nested (&x, c & 1, c & 2);
      deep (&y, c & 1, c & 2);
      printf ("%d %d %d %d\n", x, y, jumps (c & 1), reads);
    }
  int *p = malloc (sizeof *p);
  freed (&p, 0);
  maybe_null (0, 0);
  looped (list, 4, 4);
  printf ("%d %d %d %d ", list[0], list[1], list[2], list[3]);
  printf ("%d %d\n", only_read ((int *) &constant, 5), only_read ((int *) &constant, -5));
  return 0;
}
