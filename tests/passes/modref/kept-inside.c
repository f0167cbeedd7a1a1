/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
struct s { int *p; struct s *n; };
int g;

/* Pointers that a function copies from one argument to another, returns, or keeps: they are written through later. */
__attribute__ ((noinline)) void copy (struct s *to, struct s *from) { to->p = from->p; }
__attribute__ ((noinline)) void copy_whole (struct s *to, struct s *from) { *to = *from; }
__attribute__ ((noinline)) void copy_bytes (struct s *to, struct s *from) { __builtin_memcpy (to, from, sizeof *to); }
__attribute__ ((noinline)) int *fetch (struct s *p) { return p->n->p; }
__attribute__ ((noinline)) int **place (struct s *p) { return &p->p; }
__attribute__ ((noinline)) void set_to_global (struct s *p) { p->p = &g; }
static int *saved;
__attribute__ ((noinline)) void keep_behind (struct s *p) { saved = p->n->p; }
__attribute__ ((noinline)) struct s *walk (struct s *p, int n) { while (n-- > 0) p = p->n; return p; }
__attribute__ ((noinline)) void swap (struct s *p, struct s *q, int n)
{
  if (n > 0)
    swap (q, p, n - 1);
  else
    *p->p = 40 + (q->p != 0);
}

int main (void)
{
  int a = 1, b = 2;
  struct s x = { &a, 0 }, y = { &b, &x };
  copy (&y, &x);
  *y.p = 3;
  if (a != 3 || b != 2)
    abort ();
  y.p = &b;
  copy_whole (&x, &y);
  *x.p = 4;
  if (a != 3 || b != 4)
    abort ();
  x.p = &a;
  copy_bytes (&y, &x);
  *y.p = 5;
  if (a != 5 || b != 4)
    abort ();
  x.p = &a, y.p = &b, y.n = &x;
  *fetch (&y) = 6;
  if (a != 6)
    abort ();
  *place (&x) = &b;
  *x.p = 7;
  if (a != 6 || b != 7)
    abort ();
  set_to_global (&x);
  *x.p = 8;
  if (g != 8 || b != 7)
    abort ();
  x.p = &a;
  keep_behind (&y);
  *saved = 9;
  if (a != 9)
    abort ();
  *walk (&y, 1)->p = 10;
  if (a != 10)
    abort ();
  swap (&x, &y, 3);
  if (a != 10 || b != 41)
    abort ();
  swap (&x, &y, 2);
  if (a != 41)
    abort ();
  return 0;
}
