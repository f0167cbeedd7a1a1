/* Structures: assignment, nesting, arrays inside, self-copy through pointers, comparison of members. */
#include <stdio.h>
#include <stddef.h>
#include <string.h>

struct inner { char tag; long value; };
struct outer { struct inner a, b[2]; int n; char name[11]; };
struct __attribute__((packed)) tight { char c; int i; short s; };

static struct outer make(int n) {
  struct outer o = {{'a', n}, {{'b', n + 1}, {'c', n + 2}}, n * 10, "outer"};
  return o;
}

static void bump(struct outer *o) {
  o->b[1] = o->a;
  o->a.value++;
  o->name[0] = 'O';
}

static long weigh(const struct outer *o) { return o->a.value + o->b[0].value * 2 + o->b[1].value * 3; }

int main(void) {
  struct outer x = make(5), y, *p = &x;
  y = *p;
  bump(&y);
  printf("%ld %ld %s %s\n", weigh(&x), weigh(&y), x.name, y.name);
  *p = y;
  *p = *p;
  printf("%ld %c %d\n", weigh(p), p->b[1].tag, make(3).n);
  printf("%d %d %d\n", (int)sizeof x, (int)offsetof(struct outer, name), (int)sizeof(struct tight));
  struct tight t = {1, -2, 3}, u = t;
  u.i *= 100000;
  printf("%d %d %d %d\n", t.i, u.i, u.s, memcmp(&t, &u, 1));
  struct inner v[3] = {{'x', 1}, {'y', 2}, {'z', 3}}, tmp;
  tmp = v[0], v[0] = v[2], v[2] = tmp;
  for (int i = 0; i < 3; i++)
    printf("%c%ld ", v[i].tag, v[i].value);
  printf("\n%ld\n", (x.n > 10 ? x : y).a.value);
  return 0;
}
