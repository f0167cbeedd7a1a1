/* Function pointers: tables, arguments, results, comparison. */
#include <stdio.h>

typedef int binary(int, int);
typedef int (*op)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct { const char *name; op f; } table[] = {{"add", add}, {"sub", &sub}, {"mul", mul}};

static op choose(int c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : 0; }
static int apply(binary *f, int a, int b) { return f(a, b) + (*f)(b, a) + (**f)(1, 1); }
static int (*(*get(void))(int))(int, int) { return choose; }

static int fold(const int *v, int n, int start, op f) {
  for (int i = 0; i < n; i++)
    start = f(start, v[i]);
  return start;
}

int main(void) {
  int v[] = {3, 1, 4, 1, 5};
  for (int i = 0; i < 3; i++)
    printf("%s %d %d\n", table[i].name, table[i].f(7, 3), fold(v, 5, 2, table[i].f));
  printf("%d %d\n", apply(sub, 10, 4), get()('*')(6, 7));
  printf("%d %d\n", choose('?') == 0, choose('+') == add);
  return 0;
}
