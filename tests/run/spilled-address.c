/* The address of a local stored into another local, with so much alive that it has no register. */
#include <stdio.h>
struct list { unsigned char *start, *end; int flags; };
static int use (struct list *l) { return (int) (l->end - l->start) + l->flags; }
int (*volatile hide) (struct list *) = use;
int main (void)
{
  unsigned b;
  struct list a;
  a.start = (unsigned char *) &b;
  a.end = a.start + sizeof (unsigned);
  a.flags = 3;
  b = 1;
  printf ("%d\n", hide (&a) + (int) b);
  return 0;
}
