/* Jumps out of a function that the library has called: the library's own activations go, too. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static int calls;

static int leave_at_third(const void *a, const void *b) {
  if (++calls == 3)
    longjmp(back, calls + 10);
  return *(const int *)a - *(const int *)b;
}

static int sort_again(const void *a, const void *b) {
  int inner[] = {3, 1, 2};
  qsort(inner, 3, sizeof inner[0], leave_at_third);
  return *(const int *)a - *(const int *)b;
}

static int with_longjmp(int (*compare)(const void *, const void *)) {
  volatile int place = 5;
  int some[] = {4, 2, 3, 1};
  calls = 0;
  int value = setjmp(back);
  if (value == 0) {
    place = 6;
    qsort(some, 4, sizeof some[0], compare);
    return -1;
  }
  return value * 10 + place;
}

static int with_goto(int limit) {
  __label__ out;
  int seen = 0;
  int compare(const void *a, const void *b) {
    if (++seen == limit)
      goto out;
    return *(const char *)a - *(const char *)b;
  }
  char text[] = "callback";
  qsort(text, 8, 1, compare);
  printf("%s\n", text);
  return 0;
out:
  return seen;
}

int main(void) {
  printf("%d\n", with_longjmp(leave_at_third));
  printf("%d\n", with_longjmp(sort_again));
  for (int i = 0; i < 3; i++)
    printf("%d\n", with_goto(i + 1));
  printf("%d\n", with_goto(1000));
  return 0;
}
