/* goto: forwards, backwards, out of nested loops, into blocks, computed. */
#include <stdio.h>

static int find(int m[3][3], int x) {
  int i, j;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      if (m[i][j] == x)
        goto found;
  return -1;
found:
  return i * 10 + j;
}

static int machine(const char *code) {
  static void *const table[] = {&&inc, &&dbl, &&neg, &&end};
  int acc = 0;
  goto *table[*code++ - '0'];
inc:
  acc++;
  goto *table[*code++ - '0'];
dbl:
  acc *= 2;
  goto *table[*code++ - '0'];
neg:
  acc = -acc;
  goto *table[*code++ - '0'];
end:
  return acc;
}

int main(void) {
  int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, n = 0;
again:
  if (n < 3) {
    printf("%d ", n++);
    goto again;
  }
  goto inside;
  while (n < 6) {
    n++;
  inside:
    printf("in%d ", n);
  }
  printf("%d %d\n", find(m, 6), find(m, 10));
  printf("%d\n", machine("0010121003"));
  return 0;
}
