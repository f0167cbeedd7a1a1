/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Functions that end with a call jump to what they call. */

int g (int, int);
double d (double);
struct s { long a, b; } h (int);
struct big { long a[3]; } large (int);
int nine (int, int, int, int, int, int, int, int, int);
unsigned char narrow (int);
signed char signed_narrow (int);
int alive (int *);

int direct (int a, int b) { return g (b, a); }
double real (double x) { return d (x * 2); }
struct s pair (int x) { return h (x + 1); }
void unused (int x) { g (x, 1); }
int pointer (int (*p) (int), int x) { g (1, x); return p (x); }
unsigned char same (int x) { return narrow (x); }

/* These cannot. */
struct big by_reference (int x) { return large (x); }
int on_stack (int x) { return nine (x, 1, 2, 3, 4, 5, 6, 7, 8); }
unsigned char extends (int x) { return signed_narrow (x); }
int local (void) { int x; return alive (&x); }

/* { dg-final { scan-assembler-times {\mtail\tg(?:@plt)?\M} 2 } } */
/* { dg-final { scan-assembler-times {\mtail\td(?:@plt)?\M} 1 } } */
/* { dg-final { scan-assembler-times {\mtail\th(?:@plt)?\M} 1 } } */
/* { dg-final { scan-assembler-times {\mtail\tnarrow(?:@plt)?\M} 1 } } */
/* { dg-final { scan-assembler-times {\mtail\M} 5 } } */
/* { dg-final { scan-assembler {\mld\ts0,\d+\(sp\)[^:]*\mjr\t(a|t)\d} } } */
