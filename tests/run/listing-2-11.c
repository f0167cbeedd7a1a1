/* Listing 2-11: a loop whose two variables are assigned twice each. */
#include <stdio.h>

void print(int y) { printf("%d\n", y); }

void listing(void) {
  int x, y;
  x = 0;
  y = 0;
  do {
    y = y + x;
    x = x + 1;
  } while (x < 10);
  print(y);
}

int main(void) {
  listing();
  return 0;
}
