/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
extern void abort (void);
struct s { int a, b; };

/* Only one part of what the argument points to is written: the other holds what it held. */
__attribute__ ((noinline, noclone)) void set (struct s *p) { p->a = 2; }
__attribute__ ((noinline)) int own (void) { struct s x = { 113, 114 }; set (&x); return x.b; }
__attribute__ ((noinline)) int passed (struct s *p) { p->a = 123; p->b = 124; set (p); return p->b; }
/* From the middle of an object on it is another part. */
__attribute__ ((noinline)) int shifted (int *p) { p[0] = 7; p[1] = 8; set ((struct s *) (p + 1)); return p[0] + p[1]; }

int main (void)
{
  struct s x;
  int y[3];
  if (own () != 114 || passed (&x) != 124 || x.a != 2 || shifted (y) != 9)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "return 114" "optimized" } } */
/* { dg-final { scan-tree-dump "return 124" "optimized" } } */
