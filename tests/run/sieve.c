/* The sieve of Eratosthenes, with bytes and with bits. */
#include <stdio.h>
#include <string.h>

#define LIMIT 1000
static char composite[LIMIT + 1];
static unsigned long bits[(LIMIT + 64) / 64];

int main(void) {
  int count = 0, last = 0, sum = 0;
  for (int i = 2; i <= LIMIT; i++) {
    if (composite[i])
      continue;
    count++;
    last = i;
    for (int j = i * i; j <= LIMIT; j += i)
      composite[j] = 1;
  }
  memset(bits, 0xff, sizeof bits);
  for (int i = 2; i <= LIMIT; i++)
    if (bits[i / 64] >> (i % 64) & 1) {
      sum += i;
      for (int j = 2 * i; j <= LIMIT; j += i)
        bits[j / 64] &= ~(1ul << (j % 64));
    }
  printf("%d %d %d\n", count, last, sum);
  return 0;
}
