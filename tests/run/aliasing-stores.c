/* Loads and stores the optimisers must not lose or move: through pointers, calls, volatile, types. */
#include <stdio.h>

static int global;
static int *volatile escape;
static volatile int device = 3;

static void __attribute__((noinline)) touch(void) { global++; if (escape) *escape += 10; }

static int through_call(void) {
  int local = 1, hidden = 2;
  escape = &local;
  touch();
  int r = local * 100 + hidden;
  escape = 0;
  touch();
  return r + local;
}

static int redundant(int *p, int *q) {
  int a = *p;
  *q = 7;
  int b = *p;
  *q = 8;
  return a * 10 + b;
}

static int in_loop(int n, int *out) {
  int reads = 0;
  for (int i = 0; i < n; i++) {
    *out = i;
    reads += global;
    if (i == n / 2)
      global += 5;
  }
  return reads;
}

static int volatile_reads(void) {
  int r = device + device;
  device = 4;
  return r + device;
}

static float typed(float *f, int *i) {
  *f = 1.0f;
  *i = 2;
  return *f;
}

struct s { int a, b; };
static int fields(struct s *p, struct s *q) {
  p->a = 1;
  q->b = 2;
  p->a += q->b;
  q->a = 9;
  return p->a * 10 + q->b;
}

int main(void) {
  int x = 5, y = 6;
  float f;
  struct s s = {0, 0}, t = {0, 0};
  printf("%d %d\n", through_call(), global);
  printf("%d %d\n", redundant(&x, &y), redundant(&x, &x));
  printf("%d %d\n", in_loop(6, &y), in_loop(6, &global));
  printf("%d %d\n", volatile_reads(), device);
  printf("%g %d\n", typed(&f, &x), x);
  printf("%d %d\n", fields(&s, &t), fields(&s, &s));
  return 0;
}
