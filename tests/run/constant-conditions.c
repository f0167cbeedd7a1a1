/* Parts of strings decide conditions in initialisers. */
#include <stdio.h>

static int chosen = "the"[1] ? "abc"[2] : 4;
static int other = !"the"[3] ? 5 : "x"[0];

int
main (void)
{
  printf ("%d %d\n", chosen, other);
  return 0;
}
