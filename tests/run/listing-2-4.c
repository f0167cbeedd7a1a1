/* Listing 2-4: the factorial. */
#include <stdio.h>

int factor(int n) {
  int ret = 1;
  while (n > 1) {
    ret *= n;
    n--;
  }
  return ret;
}

int main(void) {
  for (int n = -1; n <= 13; n++)
    printf("%d! = %d\n", n, factor(n));
  return 0;
}
