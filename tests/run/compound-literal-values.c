/* A literal whose parts are no constants: its object begins with nothing, and statements build it. */
int printf (const char *, ...);

struct bits { int a : 3; unsigned b : 1, c : 28; };

int main (void)
{
  struct bits x;
  x = (struct bits) { 0 };
  x = (struct bits) { .b = 1, .c = x.c + 7 };
  printf ("%d %u %u\n", x.a, x.b, x.c);
  return 0;
}
