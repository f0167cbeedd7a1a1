/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
extern void abort (void);
struct s { int a, b; };
int g = 1;

/* Only what the argument points to is written: what is known of `g` and of `other` holds after the call. */
__attribute__ ((noinline)) void set (struct s *p, int k)
{
  p->a = k;
  __asm__ volatile ("");
}

__attribute__ ((noinline)) int known (struct s *p, struct s *other)
{
  struct s own;
  own.b = 7;
  g = 3;
  set (&own, 5);
  return own.a * 100 + own.b * 10 + g;
}

int main (void)
{
  struct s x = { 0, 0 }, y = { 0, 0 };
  if (known (&x, &y) != 573)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-not "= g;" "optimized" } } */
