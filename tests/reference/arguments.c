/* Arguments that come as a list. */
int
total (int n, ...)
{
  __builtin_va_list ap;
  int s = 0;
  __builtin_va_start (ap, n);
  for (int i = 0; i < n; i++)
    s += __builtin_va_arg (ap, int);
  __builtin_va_end (ap);
  return s;
}

double
second (int n, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, n);
  (void) __builtin_va_arg (ap, long);
  double d = __builtin_va_arg (ap, double);
  __builtin_va_end (ap);
  return d;
}
