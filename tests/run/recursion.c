/* Recursion: tree, mutual, Ackermann, Hanoi, permutations. */
#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ack(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int moves;
static void hanoi(int n, int a, int b, int c) {
  if (n == 0) return;
  hanoi(n - 1, a, c, b);
  moves += a * 3 + b;
  hanoi(n - 1, c, b, a);
}
static void permute(char *s, int k, int n) {
  if (k == n) {
    printf("%s ", s);
    return;
  }
  for (int i = k; i < n; i++) {
    char t = s[k]; s[k] = s[i]; s[i] = t;
    permute(s, k + 1, n);
    t = s[k]; s[k] = s[i]; s[i] = t;
  }
}

int main(void) {
  char s[] = "abc";
  printf("%d %d %d %d\n", fib(20), ack(2, 5), even(100), odd(100));
  hanoi(8, 1, 2, 3);
  printf("%d\n", moves);
  permute(s, 0, 3);
  printf("\n");
  return 0;
}
