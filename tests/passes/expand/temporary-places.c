/* What arguments and values by reference need of the frame lasts for a statement: later ones have the same bytes. */
/* { dg-do run } */
/* { dg-options "-O0" } */
#include <stdlib.h>

struct large { long words[64]; };
static struct large make(long n) {
  struct large value = {{n, n + 1}};
  return value;
}
static long first(struct large value) { return value.words[0] + value.words[1]; }
static char *outer;
static long down(struct large *p, int depth) {
  char here;
  if (depth == 0) {
    /* Room for an argument and two values (512 bytes each), and little else. */
    if (outer - &here > 1700)
      abort();
    return 0;
  }
  outer = &here;
  long sum = first(*p) + first(make(1));
  sum += first(*p);
  sum += first(*p) - first(make(2));
  sum += first(*p) + first(*p);
  return sum + down(p, depth - 1);
}
int main(void) {
  struct large value = make(5);
  return down(&value, 1) != 5 * 11 + 3 - 5;
}
