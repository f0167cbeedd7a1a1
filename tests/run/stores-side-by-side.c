/* Stores side by side that may be done at once, and those that may not: overlapping objects, parts of words, what is read
   in between, and vectors of less than a word as arguments and values. */
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline, noclone))

struct s { int a, b, c, d; long e; };
struct h { short a, b, c, d; };
struct c { unsigned char a[16]; } __attribute__((aligned(8)));

typedef short v2h __attribute__((vector_size(4)));
typedef short v4h __attribute__((vector_size(8)));
typedef unsigned char v2q __attribute__((vector_size(2)));
typedef int v2s __attribute__((vector_size(8)));

static APART void copy(struct s *p, struct s *q) { p->a = q->a; p->b = q->b; p->c = q->c; p->d = q->d; }
static APART void turn(struct s *p, struct s *q) { p->a = q->b; p->b = q->a; p->c = q->d; p->d = q->c; }
static APART void shift(int *p) { p[0] = p[1]; p[1] = p[2]; p[2] = p[3]; }
static APART void up(struct s *p) { p->b = p->a; p->c = p->b; p->d = p->c; }
static APART void logic(struct s *p, struct s *q, int x) { p->a = q->a & x; p->b = q->b | x; p->c = ~q->c; p->d = ~q->d; }
static APART void masks(struct s *p, struct s *q) { p->a = q->a ^ 3; p->b = q->b ^ -1; p->c = q->c ^ 5; p->d = q->d ^ 6; }
static APART void shorts(struct h *p, struct h *q) {
  p->a = q->a + p->a;
  p->b = q->b + p->b;
  p->c = q->c + p->c;
  p->d = q->d + p->d;
}
static APART void minus(struct h *p, struct h *q) { p->a = -q->a; p->b = -q->b; p->c = -q->c; p->d = -q->d; }
static APART void chars(struct c *p, struct c *q) {
  p->a[0] = q->a[8] + 1; p->a[1] = q->a[9] + 1; p->a[2] = q->a[10] + 1; p->a[3] = q->a[11] + 1;
  p->a[4] = q->a[12] + 1; p->a[5] = q->a[13] + 1; p->a[6] = q->a[14] + 1; p->a[7] = q->a[15] + 1;
}
static APART void less(struct c *p, struct c *q) {
  p->a[0] = q->a[0] - q->a[8]; p->a[1] = q->a[1] - q->a[9]; p->a[2] = q->a[2] - q->a[10]; p->a[3] = q->a[3] - q->a[11];
  p->a[4] = q->a[4] - q->a[12]; p->a[5] = q->a[5] - q->a[13]; p->a[6] = q->a[6] - q->a[14]; p->a[7] = q->a[7] - q->a[15];
}
static APART void scalars(struct h *p, int a, int b, int c, int d) { p->a = a; p->b = b; p->c = c; p->d = d; }
static APART void seven(unsigned char *p) { p[0] = 1; p[1] = 2; p[2] = 3; p[3] = 4; p[4] = 5; p[5] = 6; p[6] = 7; }
static APART int used(struct s *p, struct s *q) {
  int x = q->b;
  p->a = q->a & q->c;
  p->b = x & q->d;
  return x;
}
static APART int late(struct s *p, struct s *q) { p->a = q->a ^ 1; int t = p->a; p->b = q->b ^ 2; return t + p->b; }
static APART int through(struct s *p, int *i) { p->a = 1; int t = *i; p->b = 2; return t; }
static APART v2h half(v2h a, short b) { a[1] = b; return a + a; }
static APART v4h whole(v4h a, short b) { a[2] = b; return a - (v4h){1, 2, 3, 4}; }
static APART v2q bytes(v2q a, v2q b) { return a & b; }
static APART v2s ints(v2s a, int b, int c) { v2s t = {b, c}; return a ^ t; }
static APART v4h after(double d, long l, v2h x, v4h y) { return y + (v4h){x[0], x[1], (short)d, (short)l}; }

static struct s objects[3];

static void show(const char *what, struct s *p) {
  printf("%s: %d %d %d %d %ld\n", what, p->a, p->b, p->c, p->d, p->e);
}

static void fill(void) {
  for (int i = 0; i < 3; i++)
    objects[i] = (struct s){10 * i + 1, -10 * i - 2, 10 * i + 3, 10 * i + 4, i};
}

int main(void) {
  struct s *p = &objects[0], *q = &objects[1];
  fill(); copy(p, q); show("copy", p);
  fill(); copy(q, q); show("copy of itself", q);
  fill(); turn(p, q); show("turn", p);
  fill(); turn(p, p); show("turn itself", p);
  fill(); shift(&p->a); show("shift", p);
  fill(); up(p); show("up", p);
  fill(); logic(p, q, 0x5a5a); show("logic", p);
  fill(); masks(p, q); show("masks", p);
  fill(); masks(q, q); show("masks of itself", q);
  fill(); printf("%d ", used(p, q)); show("used", p);
  fill(); printf("%d ", used(q, q)); show("used of itself", q);
  fill(); printf("%d ", late(p, q)); show("late", p);
  fill(); printf("%d ", through(p, &p->a)); show("through", p);
  fill(); printf("%d ", through(p, &p->b)); show("through", p);

  struct h h[2] = {{1, -2, 32767, -32768}, {5, 6, 7, 8}};
  shorts(&h[0], &h[1]); printf("%d %d %d %d\n", h[0].a, h[0].b, h[0].c, h[0].d);
  minus(&h[1], &h[0]); printf("%d %d %d %d\n", h[1].a, h[1].b, h[1].c, h[1].d);
  minus(&h[1], &h[1]); printf("%d %d %d %d\n", h[1].a, h[1].b, h[1].c, h[1].d);
  scalars(&h[0], 65537, -1, 3, 1 << 20 | 9); printf("%d %d %d %d\n", h[0].a, h[0].b, h[0].c, h[0].d);

  struct c c, d;
  for (int i = 0; i < 16; i++)
    c.a[i] = 17 * i + 250;
  d = c;
  chars(&d, &c);
  for (int i = 0; i < 16; i++) printf("%d ", d.a[i]);
  less(&d, &c);
  for (int i = 0; i < 16; i++) printf("%d ", d.a[i]);
  memset(&d, 77, sizeof d);
  seven(d.a + 1);
  for (int i = 0; i < 16; i++) printf("%d ", d.a[i]);
  puts("");

  v2h x = half((v2h){7, 8}, -3);
  v4h y = whole((v4h){1, -2, 3, -4}, 100), z = after(5.0, 6, x, y);
  v2q b = bytes((v2q){0xf0, 0x33}, (v2q){0x3c, 0xff});
  v2s w = ints((v2s){1, -1}, 3, 5);
  printf("%d %d, %d %d %d %d, %d %d %d %d, %d %d, %d %d\n", x[0], x[1], y[0], y[1], y[2], y[3], z[0], z[1], z[2], z[3],
         b[0], b[1], w[0], w[1]);
  return 0;
}
