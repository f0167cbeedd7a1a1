/* The value of main is the exit status; exit runs from anywhere. */
#include <stdio.h>
#include <stdlib.h>

static void leave(int n) {
  if (n == 0) {
    printf("leaving\n");
    exit(42);
  }
  leave(n - 1);
}

int main(void) {
  leave(5);
  return 1;
}
