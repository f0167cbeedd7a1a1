/* A weak function or variable that nobody defines is nowhere. */
int printf (const char *, ...);
extern int missing (int) __attribute__ ((weak));
extern int missing_object __attribute__ ((weak));
int here (int x) { return x + 1; }
extern int here (int) __attribute__ ((weak));

int main (void)
{
  if (missing)
    printf ("%d\n", missing (1));
  else
    printf ("missing\n");
  int (*volatile f) (int) = missing;
  printf ("%d %d %d\n", f == 0, &missing_object == 0, here && here (1) == 2);
  return 0;
}
