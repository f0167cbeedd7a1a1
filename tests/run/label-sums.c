/* Sums of differences of labels, and numbers added to them, in static variables. */
int printf (const char *, ...);

__attribute__ ((noinline)) static int check (void)
{
  static long a = ((char *) &&two - (char *) &&one) - 1;
  static long b = (char *) &&two - (char *) &&one;
  static long c = ((char *) &&two - (char *) &&three) + ((char *) &&one - (char *) &&two);
  static long d = (char *) &&one - (char *) &&three;
  static long e = 5 + ((char *) &&three - (char *) &&two);
  volatile int n = 0;
one:
  n++;
two:
  n++;
three:
  n++;
  if (n > 10)
    goto *(n > 20 ? &&one : n > 15 ? &&two : &&three);
  return (a == b - 1) + 2 * (c == d) + 4 * (e == b - d - 2 * b + 5);
}

int main (void)
{
  printf ("%d\n", check ());
  return 0;
}
