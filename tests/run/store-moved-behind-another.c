/* A store does not leave a loop that stores to the same place by another pointer. */
extern int printf (const char *, ...);
__attribute__ ((noipa)) void f (int *p, int *q, int n)
{
  int i = 0;
  do
    {
      *p = 10 * i;
      q[i] = 1000 + i;
      i++;
    }
  while (i < n);
}
int main (void)
{
  int a[4] = { 1, 2, 3, 4 };
  f (&a[3], a, 4);
  printf ("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  return 0;
}
