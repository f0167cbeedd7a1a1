/* The initialiser of an array that is not looked at refers to a variable that nothing else needs; others are looked at.  */
#include <stdio.h>

static char c = 7;
static char *p = &c, *q = &c;
static char **unused = &p;

static __attribute__ ((noipa)) int
pick (int i)
{
  char **looked_at[8] = { &q, &q, &q, &q, &q, &q, &q, &q };
  return **looked_at[i];
}

static int
drop (int i)
{
  char ***table[8] = { &unused, &unused, &unused, &unused, &unused, &unused, &unused, &unused };
  return table[i] == 0 ? 0 : i;
}

int
main (void)
{
  int zero = 0;
  if (zero)
    return drop (3);
  char ***other[9] = { &unused, &unused, &unused, &unused, &unused, &unused, &unused, &unused, &unused };
  printf ("%d %d\n", pick (3), other[2] == 0);
}
