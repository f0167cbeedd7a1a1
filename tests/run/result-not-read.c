/* A call whose result nobody reads still does what it does; where it is read only in part, it is stored.  */
#include <stdio.h>
struct s { long a[5]; };
static int calls;
__attribute__ ((noipa)) struct s acts (long x) { calls++; return (struct s) { { x, x + 1, x + 2, x + 3, x + 4 } }; }
struct s g;
__attribute__ ((noipa)) void overwritten (void) { g = acts (1); g = (struct s) {}; }
__attribute__ ((noipa)) long kept (void) { g = acts (10); g.a[0] = 0; g.a[1] = 0; return g.a[2]; }
__attribute__ ((noipa)) void own_argument (void) { struct s l = acts (3); l = acts (l.a[4]); g = l; }
__attribute__ ((noipa)) void in_loop (int *p, int n) { p[0] = 1; for (int i = 1; i < n; i++) p[i] = p[i - 1] + 1; p[0] = 9; }
int main (void)
{
  overwritten ();
  printf ("%d %ld\n", calls, g.a[3]);
  printf ("%ld\n", kept ());
  printf ("%ld %ld\n", g.a[1], g.a[4]);
  own_argument ();
  printf ("%ld %d\n", g.a[0], calls);
  int a[5];
  in_loop (a, 5);
  for (int i = 0; i < 5; i++) printf ("%d ", a[i]);
  printf ("\n");
  return 0;
}
