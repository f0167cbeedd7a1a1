/* Operands that do not count for the value are evaluated all the same; another member of a constant union is not zero. */
int printf (const char *, ...);

static const union
{
  long whole;
  unsigned short low;
  struct { int first, second; } halves;
} bits = { 0x123456789abcdef0 };

static int calls;

static int
count (int x)
{
  calls++;
  return x;
}

static int
absorbed (int p, int *q)
{
  int a = ((*q = count (7)) | p) & p;
  int b = p & (p | count (3));
  int c = (((*q += 1, p != 2) | p) & p) & 6;
  return a * 100 + b * 10 + c;
}

static int
absorbed_by_or (int p)
{
  int a = (p & count (7)) | p;
  int b = p | (count (3) & p);
  return a * 10 + b;
}

static int
neutral (int p)
{
  return (count (p) & 0) + (count (p) | -1) + count (p) * 0 + count (p) % 1 + (count (p) && 0);
}

int
main (void)
{
  int q = 0;
  printf ("%d %d %d\n", absorbed (5, &q), q, calls);
  printf ("%d %d\n", absorbed_by_or (4), calls);
  printf ("%d %d\n", neutral (9), calls);
  printf ("%ld %d %x %x\n", bits.whole, bits.low, bits.halves.first, bits.halves.second);
  return 0;
}
