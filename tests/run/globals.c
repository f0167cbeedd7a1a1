/* Globals: initialisers of all kinds, addresses, tentative definitions, static locals, extern. */
#include <stdio.h>

int zero;
int tentative;
int tentative;
int tentative = 4;
static long table[6] = {1, [3] = 30, 40};
const char *names[] = {"zero", "one", 0};
int *pointer = &tentative;
long *middle = &table[2] + 1;
char text[] = "text";
double d = 1.0 / 3;
float fs[] = {1, 2.5f, -3e2f};
struct { int a; struct { char b; short c; } in; int d[2]; } s = {1, {'b', -2}, {3, 4}};
union { int i; char c[4]; } u = {0x01020304};
int (*fp)(const char *, ...) = printf;
extern int later;
unsigned char bytes[3] = {255, 256 - 1, 'x'};

static int counter(void) {
  static int n = 10;
  static int *self = &n;
  return ++*self;
}

int main(void) {
  extern int zero;
  fp("%d %d %d\n", zero, tentative, *pointer);
  *pointer += later;
  fp("%d %ld %ld %ld\n", tentative, table[3], table[4], *middle);
  fp("%s %s %d\n", names[1], text, names[2] == 0);
  fp("%.10f %g %g\n", d, fs[1], fs[2]);
  fp("%d %c %d %d\n", s.a, s.in.b, s.in.c, s.d[1]);
  fp("%d %d %d\n", u.c[0], bytes[1], bytes[2]);
  counter();
  fp("%d\n", counter());
  return 0;
}

int later = 38;
