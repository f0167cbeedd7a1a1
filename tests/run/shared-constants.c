// Constants in memory that are written alike share an object where their bytes are the same, and only there.
int printf (const char *, ...);
struct first { char a; int b; long c; };
struct second { int a; char b; long c; };
struct third { short a[4]; float b[2]; };
struct fourth { short a[4]; float b[2]; };

static void
show (const void *p, int size)
{
  const unsigned char *bytes = p;
  unsigned long hash = 0;
  for (int i = 0; i < size; i++)
    hash = hash * 31 + bytes[i];
  printf ("%lx\n", hash);
}

int
main (void)
{
  int numbers[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
  show (numbers, sizeof numbers);
  unsigned same[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
  show (same, sizeof same);
  unsigned rows[2][4] = { { 1, 1, 1, 1 }, { 1, 1, 1, 1 } };
  show (rows, sizeof rows);
  struct first v[4] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 10, 11, 12 } };
  for (int i = 0; i < 4; i++)
    printf ("%d %d %ld\n", v[i].a, v[i].b, v[i].c);
  struct second w[4] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 10, 11, 12 } };
  for (int i = 0; i < 4; i++)
    printf ("%d %d %ld\n", w[i].a, w[i].b, w[i].c);
  struct third x[3] = { { { 1, 2, 3, 4 }, { 5, 6 } }, { { 1, 2, 3, 4 }, { 5, 6 } }, { { 7, 8, 9 }, { 1 } } };
  show (x, sizeof x);
  struct fourth y[3] = { { { 1, 2, 3, 4 }, { 5, 6 } }, { { 1, 2, 3, 4 }, { 5, 6 } }, { { 7, 8, 9 }, { 1 } } };
  show (y, sizeof y);
  return 0;
}
