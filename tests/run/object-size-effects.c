/* __builtin_object_size does not do what its argument says. */
#include <stdio.h>

static char text[10];

int
main (void)
{
  char *p = text;
  unsigned long most = __builtin_object_size (p++, 0), least = __builtin_object_size (p++, 2);
  printf ("%d %d %lu\n", (int) (p - text), most == -1UL, least);
  return 0;
}
