/* Structures by value: in integer registers, in float registers, mixed, on the stack, by reference. */
#include <stdio.h>

struct one { char c; };
struct two { int a, b; };
struct pair { long a, b; };
struct big { long a[5]; };
struct f1 { float x; };
struct f2 { float x, y; };
struct d2 { double x, y; };
struct mixed { double d; int i; };
struct mixed2 { int i; float f; };
struct arr { char c[3]; };
struct nine { char c[9]; };
struct nested { struct f1 a; struct f1 b; };

static struct one g1(struct one s) { s.c++; return s; }
static struct two g2(struct two s) { struct two r = {s.b, s.a}; return r; }
static struct pair g3(struct pair s) { s.a += s.b; return s; }
struct big g4(struct big s) { s.a[4] += s.a[0]; s.a[1] = 7; return s; }
struct f2 g5(struct f1 a, struct f2 b) { b.x += a.x; b.y *= a.x; return b; }
struct d2 g6(struct d2 s, double k) { s.x *= k; s.y -= k; return s; }
struct mixed g7(struct mixed m) { m.d += m.i; m.i++; return m; }
struct mixed2 g8(struct mixed2 m) { m.f += m.i; m.i--; return m; }
struct arr g9(struct arr a) { char t = a.c[0]; a.c[0] = a.c[2]; a.c[2] = t; return a; }
struct nine g10(struct nine n) { for (int i = 0; i < 9; i++) n.c[i] += i; return n; }
struct nested g11(struct nested n) { struct f1 t = n.a; n.a = n.b; n.b = t; return n; }

/* Enough arguments to run out of registers of both kinds. */
double many(int a, double b, struct two c, struct d2 d, struct pair e, struct pair f, struct mixed g,
            struct big h, float i, char j, struct f2 k, long l, double m, double n, double o,
            double p, int q) {
  return a + b + c.a + c.b * 2 + d.x + d.y * 3 + e.a + e.b + f.a + f.b * 5 + g.d + g.i + h.a[2] + i +
         j + k.x + k.y * 7 + l + m + n + o + p * 11 + q * 13;
}

int main(void) {
  struct one a = {'a'};
  struct two b = {1, 2};
  struct pair c = {1000000007l, -5};
  struct big d = {{1, 2, 3, 4, 5}};
  struct f1 e = {1.5f};
  struct f2 f = {2.5f, 3.5f};
  struct d2 g = {0.125, 10};
  struct mixed h = {2.25, 3};
  struct mixed2 i = {4, 0.75f};
  struct arr j = {{'x', 'y', 'z'}};
  struct nine k = {"abcdefgh"};
  struct nested l = {{1}, {2}};
  printf("%c %d %d\n", g1(a).c, g2(b).a, g2(b).b);
  printf("%ld %ld\n", g3(c).a, g3(c).b);
  d = g4(d);
  printf("%ld %ld %ld\n", d.a[0], d.a[1], d.a[4]);
  f = g5(e, f);
  printf("%g %g\n", f.x, f.y);
  g = g6(g, 4);
  printf("%g %g\n", g.x, g.y);
  h = g7(h);
  i = g8(i);
  printf("%g %d %d %g\n", h.d, h.i, i.i, i.f);
  j = g9(j);
  k = g10(k);
  l = g11(l);
  printf("%.3s %.8s %g %g\n", j.c, k.c, l.a.x, l.b.x);
  printf("%g\n", many(1, 2, b, g, c, c, h, d, 3.5f, 'c', f, 99, 1, 2, 3, 4, 5));
  return 0;
}
