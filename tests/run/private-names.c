// What is static in a function and a constant that becomes static have names of their own in assembly, however many there are.
int printf (const char *, ...);
struct table { int a, b, c; long d[8]; };
static long first (int i) { const struct table table = { 1, 2, 3, { 4, 5, 6, 7, 8, 9, 10, 11 } }; return i * table.b + table.d[3]; }
#define COUNTER(n) static int counter##n (void) { static int table = n; return table += 2; }
#define EIGHT(n) COUNTER (n##0) COUNTER (n##1) COUNTER (n##2) COUNTER (n##3) COUNTER (n##4) COUNTER (n##5) COUNTER (n##6) COUNTER (n##7)
EIGHT (1) EIGHT (2) EIGHT (3) EIGHT (4) EIGHT (5) EIGHT (6) EIGHT (7) EIGHT (8)

int
main (void)
{
  unsigned sum = 0;
#define COUNT(n) sum = sum * 3 + counter##n ();
#define COUNT_EIGHT(n) COUNT (n##0) COUNT (n##1) COUNT (n##2) COUNT (n##3) COUNT (n##4) COUNT (n##5) COUNT (n##6) COUNT (n##7)
  COUNT_EIGHT (1) COUNT_EIGHT (2) COUNT_EIGHT (3) COUNT_EIGHT (4)
  COUNT_EIGHT (5) COUNT_EIGHT (6) COUNT_EIGHT (7) COUNT_EIGHT (8)
  for (int i = 0; i < 8; i++)
    sum = sum * 3 + first (i);
  printf ("%u\n", sum);
  return 0;
}
