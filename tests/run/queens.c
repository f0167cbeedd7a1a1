/* Eight queens by backtracking, with bit masks and with an array. */
#include <stdio.h>

static int masks(int n, unsigned cols, unsigned left, unsigned right) {
  unsigned full = (1u << n) - 1;
  if (cols == full)
    return 1;
  int count = 0;
  for (unsigned free = full & ~(cols | left | right); free;) {
    unsigned bit = free & -free;
    free ^= bit;
    count += masks(n, cols | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}

static int place[8], found, first[8];
static void arrays(int row) {
  if (row == 8) {
    if (!found++)
      for (int i = 0; i < 8; i++)
        first[i] = place[i];
    return;
  }
  for (int c = 0; c < 8; c++) {
    int ok = 1;
    for (int r = 0; r < row && ok; r++)
      ok = place[r] != c && place[r] - c != row - r && c - place[r] != row - r;
    if (ok) {
      place[row] = c;
      arrays(row + 1);
    }
  }
}

int main(void) {
  for (int n = 1; n <= 8; n++)
    printf("%d ", masks(n, 0, 0, 0));
  arrays(0);
  printf("\n%d:", found);
  for (int i = 0; i < 8; i++)
    printf(" %d", first[i]);
  printf("\n");
  return 0;
}
