/* Listing 3-8: conditional constant propagation finds i = 1, plain propagation does not. */
#include <stdio.h>

int listing(void) {
  int i = 1;
  int flag = 0;
  while (i > 0 && !flag) {
    if (i == 1) {
      flag = 1;
    } else {
      i++;
    }
  }
  return i * 10 + flag;
}

int main(void) {
  printf("%d\n", listing());
  return 0;
}
