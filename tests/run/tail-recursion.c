/* Functions that call themselves last: what a loop in their place must keep.  */
#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define N __attribute__ ((noinline, noclone))

N int fact (int n) { if (n <= 1) return 1; return n * fact (n - 1); }
N unsigned char narrow (unsigned char n) { if (n == 0) return 200; return n + narrow (n - 1); }
N signed char subtract (signed char n) { if (n == 0) return 7; return n - subtract (n - 1); }
N int both (int n, int k) { if (n == 0) return k; return 3 * both (n - 1, k) + n; }
N unsigned mixed (unsigned n) { if (n == 0) return 5; if (n & 1) return -mixed (n - 1); if (n & 2) return mixed (n - 2) - n; return 2u * (n - mixed (n / 2)); }
N int as_unsigned (int n) { if (n <= 0) return INT_MIN; return (unsigned) as_unsigned (n - 1) * 5u + 3u; }
N int swap (int a, int b, int c) { if (c == 0) return a * 10 + b; return swap (b, a, c - 1); }
N char *end (char *p) { if (!*p) return p; return end (p + 1) + 1; }
N double order (int n) { if (n == 0) return 1e16; return 1.0 + order (n - 1); }
N _Bool odd (unsigned n) { if (n == 0) return 0; if (n == 1) return 1; return odd (n - 2); }

static int log_[64], logged;
N int note (int k) { log_[logged++] = k; return k; }
N int effects (int n) { if (n == 0) return note (100); int r = effects (note (n) - 1); return r + n; }
N int after (int n) { if (n == 0) return note (0); int r = after (n - 1); return r + note (n); }

/* Each activation has a variable of its own as long as it lives.  */
static int *seen[8];
N int own (int n) { int x = n; seen[n] = &x; if (n == 0) { int s = 0; for (int i = 0; i < 5; i++) s = s * 10 + *seen[i]; return s; } return own (n - 1); }
N int through (int *p, int n) { int x = n * 2; if (n == 0) return *p; return through (&x, n - 1); }

struct s { int a[6]; };
static struct s *first;
N int by_value (struct s x, int depth) { if (!first) first = &x; else x.a[0] = 5; if (depth == 0) return first->a[0]; return by_value (x, depth - 1); }
N struct s whole (int n, struct s x) { if (n == 0) return x; x.a[n] += n; return whole (n - 1, x); }

static volatile int v = 3;
N int reads (int n) { if (n == 0) return 0; int r = reads (n - 1); return r + v++; }
N int stack (int n, int *p) { int *q = __builtin_alloca (sizeof (int)); *q = n; if (n == 0) return *p; return stack (n - 1, q); }

/* A jump back finds the activation it was set in.  */
static jmp_buf where;
N int jumps (int n) { if (n == 0) longjmp (where, 1); if (n == 3 && setjmp (where)) return n; return jumps (n - 1); }
/* The division is not done where the call does not return.  */
N int leaves (int n, int d) { if (n == 0) { printf ("left\n"); exit (3); } int r = leaves (n - 1, d); return r + 10 / d; }
N int deep (int n, int acc) { if (n == 0) return acc; return deep (n - 1, acc ^ n); }
N void *restricted (char *restrict a, const char *restrict b, int n) { if (n == 0) return a; *a = *b + 1; return restricted (a + 1, b + 1, n - 1); }

int
main (void)
{
  printf ("%d %d %d %d\n", fact (10), narrow (100), subtract (100), both (12, 7));
  printf ("%u %d %d %d\n", mixed (77), as_unsigned (9), swap (1, 2, 5), swap (1, 2, 6));
  char text[32] = "twelve chars", copy[16] = "";
  /* Adds as many bytes again as it has gone.  */
  printf ("%d %.0f %d%d\n", (int) (end (text + 6) - text), order (3) - 1e16, odd (9), odd (8));
  int e = effects (3), a = after (3);
  printf ("%d %d:", e, a);
  for (int i = 0; i < logged; i++)
    printf (" %d", log_[i]);
  int x = 9;
  struct s s = { { 1, 2, 3, 4, 5, 6 } };
  printf ("\n%d %d %d\n", own (4), through (&x, 3), by_value (s, 2));
  struct s w = whole (5, s);
  for (int i = 0; i < 6; i++)
    printf ("%d ", w.a[i]);
  int r = reads (4);
  printf ("%d %d %d %d\n", r, v, stack (3, &x), jumps (5));
  restricted (copy, text, 5);
  printf ("%s %d\n", copy, deep (100, 0));
  return leaves (2, 0);
}
