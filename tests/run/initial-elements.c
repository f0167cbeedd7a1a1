/* Elements of strings and of constant objects are constants where an initialiser must be one. */
#include <stdio.h>

static const char text[] = "01234";
static const char digit = text[2];
struct s {
  int x;
  const char c[6];
  union {
    short h;
    char b[2];
  } u;
};
static const struct s list[] = {{1, "abcde", {5}}, [3] = {2, "fghij", {.b = {7, 8}}}, [4 ... 6] = {9}};
static const char letter = list[3].c[4];
int number = list[0].x + list[3].x * 10 + list[5].x * 100;
int half = list[0].u.h;
const float values[4] = {1.5, 2, [3] = 4};
float sum = values[0] + values[1];
int literal = "abc"[1] + "xyz"[2];
const int scalar = 5;
int copy = scalar * 2;
extern int a, b;
int same = &a == &a, other = &a != &b;
int a, b;

int main(void) {
  printf("%c %c %d %d %g %d %d %d %d\n", digit, letter, number, half, sum, literal, copy, same, other);
  return 0;
}
