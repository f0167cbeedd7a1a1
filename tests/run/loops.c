/* All loop forms, break, continue, empty bodies, loops that never run. */
#include <stdio.h>

int main(void) {
  int i, j, n = 0;
  for (i = 0; i < 5; i++)
    n += i;
  while (i-- > 0)
    n *= 2;
  do
    n -= 3;
  while (n > 300);
  printf("%d %d\n", i, n);
  for (i = 0, j = 10; i < j; i++, j--)
    ;
  printf("%d %d\n", i, j);
  for (i = 0; i < 0; i++)
    printf("never\n");
  for (;;) {
    if (++i == 3)
      continue;
    if (i > 6)
      break;
    printf("%d ", i);
  }
  printf("\n");
  for (i = 0; i < 4; i++) {
    for (j = 0; j < 4; j++) {
      if (j == i)
        continue;
      if (i + j > 4)
        break;
      printf("%d%d ", i, j);
    }
  }
  printf("\n");
  unsigned u = 3;
  while (u--)
    printf("%u ", u);
  unsigned char b = 250;
  do
    b++;
  while (b);
  printf("%d\n", b);
  long k = 1;
  for (int s = 0; s < 40; s += 3)
    k = k * 3 + s;
  printf("%ld\n", k);
  return 0;
}
