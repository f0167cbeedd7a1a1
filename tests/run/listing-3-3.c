/* Listing 3-3: the ideal solution knows that a square is not negative. */
#include <stdio.h>

int sqr(int t) { return t * t; }

int listing(void) {
  int x;
  int t = 10;
  if (sqr(t) >= 0) {
    x = 0;
  } else {
    x = 1;
  }
  return x;
}

int main(void) {
  printf("%d\n", listing());
  return 0;
}
