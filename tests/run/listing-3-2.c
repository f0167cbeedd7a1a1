/* Listing 3-2: a variable that takes all natural numbers up to where the condition fails. */
#include <stdio.h>

static int limit = 25;
static int condition(int x) { return x * x < limit; }
static void print(int x) { printf("%d\n", x); }

void listing(void) {
  int x = 0;
  while (condition(x)) {
    x++;
  }
  print(x);
}

int main(void) {
  listing();
  limit = 0;
  listing();
  return 0;
}
