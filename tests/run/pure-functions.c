/* Functions found to be pure or const: what may not return still has to be called, and so is what reads what changed. */
#include <stdio.h>
#include <stdlib.h>
#define APART __attribute__ ((noinline, noclone))

struct big { long a[6]; };
static int counter;

static APART int read_counter (void) { return counter; }
static APART int leaves (int n) { if (n == 3) exit (0); return n; }
static APART struct big spread (struct big b, int k)
{
  struct big r;
  for (int i = 0; i < 6; i++)
    r.a[i] = b.a[i] * k;
  return r;
}
static APART int even (int n);
static APART int odd (int n) { return n == 0 ? 0 : even (n - 1); }
static APART int even (int n) { return n == 0 ? 1 : odd (n - 1); }
static APART int through (int *p) { return *p; }

int main (void)
{
  int first = read_counter ();
  counter = 5;
  printf ("%d %d\n", first, read_counter ());
  struct big b = { { 1, 2, 3, 4, 5, 6 } };
  struct big c = spread (b, 2);
  b.a[5] = 60;
  struct big d = spread (b, 2);
  printf ("%ld %ld\n", c.a[5], d.a[5]);
  printf ("%d %d\n", even (10), odd (10));
  int local = 1;
  int before = through (&local);
  local = 2;
  printf ("%d %d\n", before, through (&local));
  for (int i = 0; i < 10; i++)
    leaves (i);
  return 1;
}
