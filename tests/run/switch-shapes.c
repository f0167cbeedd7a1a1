/* Switches: dense, sparse, ranges, fall-through, negative and long cases, without default, nested. */
#include <stdio.h>

static int dense(int x) {
  switch (x) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 14;
  case 3: return 9;
  case 4: return -1;
  case 5: return 77;
  case 6: return 4;
  default: return 0;
  }
}

static int sparse(int x) {
  switch (x) {
  case -1000000: return 1;
  case -1: return 2;
  case 7: return 3;
  case 1000: return 4;
  case 2147483647: return 5;
  }
  return 6;
}

static const char *range(int c) {
  switch (c) {
  case 'a' ... 'z': return "lower";
  case 'A' ... 'Z': return "upper";
  case '0' ... '9': return "digit";
  case ' ': case '\t': case '\n': return "blank";
  default: return "other";
  }
}

static int through(int x) {
  int r = 0;
  switch (x) {
  case 3: r += 100;
  case 2: r += 10;
  case 1: r++; break;
  default: r = -1;
  case 5: r -= 2;
  }
  return r;
}

static long wide(unsigned long x) {
  switch (x) {
  case 0x100000000ul: return 1;
  case 0xfffffffffffffffful: return 2;
  case 5: return 3;
  }
  return 4;
}

/* A switch into a loop. */
static int duff(const char *s, int n) {
  int sum = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { sum += *s++;
  case 3:      sum = sum * 2 + *s++;
  case 2:      sum ^= *s++;
  case 1:      sum += *s++;
          } while (--rounds > 0);
  }
  return sum;
}

static int nested(int a, int b) {
  switch (a) {
  case 1:
    switch (b) {
    case 1: return 11;
    default: break;
    }
    return 10;
  case 2: {
    int r = 0;
    for (int i = 0; i < 5; i++)
      switch (i) {
      case 2: continue;
      case 4: r += 100; break;
      default: r++;
      }
    return r;
  }
  }
  return 0;
}

int main(void) {
  for (int i = -1; i < 9; i++)
    printf("%d %d | ", dense(i), through(i));
  printf("\n%d %d %d %d %d %d\n", sparse(-1000000), sparse(-1), sparse(7), sparse(1000),
         sparse(2147483647), sparse(8));
  for (const char *p = "aZ5 +\n"; *p; p++)
    printf("%s ", range(*p));
  printf("\n%ld %ld %ld %ld\n", wide(1ul << 32), wide(-1l), wide(5), wide(6));
  printf("%d %d %d %d\n", duff("hello, world", 12), duff("hello", 5), duff("abcdefg", 7), duff("ab", 2));
  printf("%d %d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 0), nested(3, 0));
  return 0;
}
