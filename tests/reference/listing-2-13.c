/* Listing 2-13, the swap problem: two phis that exchange values. */
extern int printf (const char *, ...);

int swap_problem(int n) {
  int x = 1;
  int y = 2;
  do {
    int temp = x;
    x = y;
    y = temp;
  } while (n > 10);
  return x / y;
}

/* The same with a loop that goes round. */
int swap_rounds(int n) {
  int x = 1;
  int y = 2;
  do {
    int temp = x;
    x = y;
    y = temp;
  } while (n-- > 10);
  return x * 10 + y;
}

int main(void) {
  printf("%d %d %d %d\n", swap_problem(3), swap_rounds(10), swap_rounds(11), swap_rounds(14));
  return 0;
}
