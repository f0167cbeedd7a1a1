/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */
extern void abort (void);
struct s { int a, b, c; };
volatile int calls;

__attribute__ ((noinline)) static void init (struct s *p) { p->a = 0; p->b = 1; }
__attribute__ ((noinline)) static int use (struct s *p) { return p->c; }
/* The volatile variable says that it was called. */
__attribute__ ((noinline)) static void noted (struct s *p) { p->a = 0; calls++; }
/* It may not come back. */
__attribute__ ((noinline)) static void endless (struct s *p, int n) { while (n != 3) n = n * n + 1; p->a = n; }

__attribute__ ((noinline)) int first (void) { struct s x; init (&x); x.c = 3; return use (&x); }
__attribute__ ((noinline)) int second (void) { struct s x; noted (&x); x.c = 4; return use (&x); }
__attribute__ ((noinline)) int third (int n) { struct s x; endless (&x, n); x.c = 5; return use (&x); }

int main (void)
{
  if (first () != 3 || second () != 4 || third (3) != 5 || calls != 1)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Deleted dead store: init" "dse1" } } */
/* { dg-final { scan-tree-dump-not "Deleted dead store: noted" "dse1" } } */
/* { dg-final { scan-tree-dump-not "Deleted dead store: endless" "dse1" } } */
