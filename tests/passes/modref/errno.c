/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
extern void abort (void);
extern int *__errno_location (void);
extern double sqrt (double);

/* A function that sets `errno` writes to memory, if to no other. */
__attribute__ ((noinline)) void root (double *r, double x) { *r = sqrt (x); }

int main (void)
{
  int *e = __errno_location ();
  double r;
  *e = 0;
  root (&r, -1.0);
  if (*e == 0)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Writes errno" "modref1" } } */
