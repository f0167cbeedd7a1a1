/* Library functions declared without a prototype: arguments are promoted, and only calls that fit are the builtins. */
/* { dg-options "-w" } */
#include <stdio.h>

extern void *alloca();
extern void *memcpy();
extern void *memset();
extern unsigned long strlen();
extern double fabs();
extern int abs();
extern double nearbyint();

int never(void) { return 0; }

int main() {
  int size = 16;
  char *text = alloca(size), copy[16];
  float x = -1.5f;
  unsigned long n = 6;
  memset(text, 0, 16ul);
  memcpy(text, "abcdef", n);
  memcpy(copy, text, n + 1);
  printf("%s %d %g %g\n", copy, (int)strlen(copy), fabs(x), nearbyint(x * 3));
  printf("%d\n", abs(-7));
  if (never()) {
    memcpy();
    memset(text);
    return fabs() + abs(text, 2) + nearbyint();
  }
  return 0;
}
