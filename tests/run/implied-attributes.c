/* Attributes that others imply, and those a type has by what it is made of. */
#include <stdio.h>
struct aligned { int x; } __attribute__ ((aligned (32)));
struct plain { int x; };
enum small { A } __attribute__ ((packed));
__attribute__ ((noipa)) void alone (void) { }
__attribute__ ((noinline)) void out_of_line (void) { }
struct aligned array[2][3];
struct plain other[2];
#define HAS(subject, attribute) __builtin_has_attribute (subject, attribute)

int main (void)
{
  printf ("%d %d %d\n", HAS (alone, noinline), HAS (alone, noclone), HAS (alone, no_icf));
  printf ("%d %d\n", HAS (out_of_line, noinline), HAS (out_of_line, noclone));
  printf ("%d %d %d\n", HAS (array, aligned (32)), HAS (array[1], aligned), HAS (other, aligned));
  printf ("%d %d\n", HAS (enum small, packed), HAS (struct plain, packed));
  return 0;
}
