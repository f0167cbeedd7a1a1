/* The way out of a loop stays where the loop's blocks have nothing in them but labels. */
#include <stdio.h>
#include <stdlib.h>

static void leave(void) {
  int x = 1;
  ({
    __label__ again;
  again:
    x++;
    if (x != 3)
      goto again;
  });
  puts("left");
  exit(7);
}

int main(void) {
  leave();
  return 0;
}
