/* Loops with two entries: no dominating header. */
#include <stdio.h>

static int two_entries(int a, int n) {
  int x = 0, steps = 0;
  if (a)
    goto second;
first:
  x += 3;
  steps++;
  if (x > n)
    goto out;
second:
  x = x * 2 + 1;
  steps++;
  if (x < n)
    goto first;
out:
  return x * 100 + steps;
}

static int three(int a, int n) {
  int t = 1;
  switch (a) {
  case 0: goto p;
  case 1: goto q;
  default: goto r;
  }
p:
  t += 1;
  if (--n < 0) return t;
q:
  t *= 2;
  if (t > 1000) return -t;
  if (n & 1) goto p;
r:
  t -= 3;
  if (--n < 0) return t + 5;
  goto q;
}

int main(void) {
  for (int a = 0; a < 2; a++)
    for (int n = 0; n < 60; n += 13)
      printf("%d ", two_entries(a, n));
  printf("\n");
  for (int a = 0; a < 3; a++)
    for (int n = 0; n < 12; n += 3)
      printf("%d ", three(a, n));
  printf("\n");
  return 0;
}
