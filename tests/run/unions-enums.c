/* Unions, type punning through them, enumerations with values, typedefs. */
#include <stdio.h>

typedef enum colour { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEGATIVE = -3 } colour;
typedef union value {
  int i;
  float f;
  double d;
  unsigned char bytes[8];
  struct { short lo, hi; } parts;
} value;
struct tagged { enum { INT, DOUBLE, TEXT } kind; union { int i; double d; const char *s; }; };

static void show(struct tagged t) {
  switch (t.kind) {
  case INT: printf("int %d\n", t.i); break;
  case DOUBLE: printf("double %g\n", t.d); break;
  case TEXT: printf("text %s\n", t.s); break;
  }
}

static const char *name(colour c) {
  return c == RED ? "red" : c == GREEN ? "green" : c == BLUE ? "blue" : "none";
}

int main(void) {
  value v;
  v.f = 1.0f;
  printf("%x %d %d\n", v.i, v.parts.hi, (int)sizeof(value));
  v.d = -2;
  printf("%x %x %d\n", v.bytes[7], v.bytes[6], v.i);
  v.i = 0x12345678;
  printf("%x %x %x\n", v.bytes[0], v.parts.lo, v.parts.hi);
  printf("%s %s %s %s %d\n", name(RED), name(ALIAS), name(6), name(NEGATIVE), BLUE);
  show((struct tagged){INT, {.i = 3}});
  show((struct tagged){.kind = DOUBLE, .d = 2.5});
  show((struct tagged){.kind = TEXT, .s = "hello"});
  colour c = RED;
  c += 5;
  c++;
  printf("%s\n", name(c));
  return 0;
}
