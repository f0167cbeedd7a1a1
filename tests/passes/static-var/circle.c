/* { dg-do run } */
/* { dg-options "-O2" } */
extern void abort (void);
static int n, m, k;
void odd (int);

/* Around a circle of calls each does what all do. */
__attribute__ ((noinline)) void even (int x) { n++; if (x) odd (x - 1); }
__attribute__ ((noinline)) void odd (int x) { m++; if (x) even (x - 1); }
__attribute__ ((noinline)) int test (int x) { n = m = k = 0; even (x); return n * 100 + m * 10 + k; }

int main (int argc, char **argv)
{
  if (test (argc + 3) != 320)
    abort ();
  return 0;
}
