/* A frame beyond the reach of 12 bits: every use of a variable in it makes its address anew, after calls and on all ways
   into a block. */
#include <stdio.h>

static int __attribute__((noinline)) fill(char *p, int n) {
  for (int i = 0; i < n; i++) p[i] = (char)(i * 7);
  return n;
}

static int sum(int n) {
  char first[3000], second[5000];
  int total = 0, i;
  fill(first, 3000);
  for (i = 0; i < n; i++) {
    printf("%d ", i);
    total += fill(second, i) + first[i];
    if (total & 1) total += second[i / 2];
  }
  printf("%d\n", total);
  return total + i;
}

int main(void) {
  printf("%d\n", sum(10));
  return 0;
}
