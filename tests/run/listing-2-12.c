/* Listing 2-12, the lost-copy problem: t keeps the value of i before the last increment. */
#include <stdio.h>

int lost_copy(void) {
  int i, t, y;
  i = 0;
  do {
    t = i;
    i = i + 1;
  } while (i < 10);
  y = t + 1;
  return y;
}

int lost_copy_of(int n) {
  int i = 0, t;
  do {
    t = i;
    i = i + 1;
  } while (i < n);
  return t * 100 + i;
}

int main(void) {
  printf("%d %d %d\n", lost_copy(), lost_copy_of(0), lost_copy_of(7));
  return 0;
}
