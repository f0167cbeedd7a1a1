/* An alloca of more than twelve bits reach moves the stack pointer by as much, no more.  */
int printf (const char *, ...);
__attribute__((noinline)) long fill (char *p, long n)
{
  for (long i = 0; i < n; i++)
    p[i] = i;
  return p[0] + p[n - 1];
}
__attribute__((noinline)) long far (void) { return fill (__builtin_alloca (8192), 8192); }
__attribute__((noinline)) long twice (int k)
{
  char *p = __builtin_alloca (100000);
  if (k)
    p = __builtin_alloca (4096);
  return fill (p, 4096) + far ();
}
int main (void)
{
  printf ("%ld %ld %ld\n", far (), twice (0), twice (1));
  return 0;
}
