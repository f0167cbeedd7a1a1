/* Loops in loops, with variables that live across several levels. */
#include <stdio.h>

static int triangle(int n) {
  int count = 0, last = 0;
  for (int a = 1; a < n; a++)
    for (int b = a; b < n; b++)
      for (int c = b; c < n; c++)
        if (a * a + b * b == c * c) {
          count++;
          last = a * 10000 + b * 100 + c;
        }
  return count * 1000000 + last;
}

static long sums(int n) {
  long total = 0;
  for (int i = 0; i < n; i++) {
    long row = 1;
    for (int j = i; j > 0; j /= 2) {
      row = row * 3 + j;
      for (int k = j; k < i; k += 4)
        total += k ^ row;
    }
    total += row;
  }
  return total;
}

static void pascal(int n) {
  int row[10] = {1};
  for (int i = 0; i < n; i++) {
    for (int j = i; j > 0; j--)
      row[j] += row[j - 1];
    for (int j = 0; j <= i; j++)
      printf("%d ", row[j]);
    printf("\n");
  }
}

int main(void) {
  printf("%d\n%ld\n", triangle(30), sums(60));
  pascal(7);
  return 0;
}
