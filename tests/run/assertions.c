/* Assertions of the preprocessor, and what is known of values in static initialisers. */
#include <stdio.h>
#define empty
#assert planet (earth)
#assert planet (mars ii)
#if empty#planet(earth) && #planet ( mars  ii ) && !#planet(venus)
static int planets = 2;
#endif
#unassert planet (earth)
#if #planet (earth) || !#planet || !#system (linux)
#error wrong
#endif
#unassert planet
#if !#planet
static int none = 1;
#endif

static int known(int x) {
  static int maybe[] = {__builtin_constant_p(x) ? 1 : 7, __builtin_constant_p(3) + 1};
  static struct { int a; const char *b; } s = {__builtin_constant_p(x), "text"};
  return maybe[0] + maybe[1] + s.a;
}

static int table[2] = {40, 50};
static int addresses(void) {
  int ok = 1;
#ifdef __OPTIMIZE__
  asm volatile("" : : "s"(table), "i"(&table[1]));
#endif
  asm volatile("" : : "s"("string"), "i"("string"));
  return ok;
}

int main(void) {
  printf("%d %d %d %d\n", planets, none, known(5), addresses());
  return 0;
}
