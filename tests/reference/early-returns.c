/* Several returns, functions without a value, unreachable code. */
extern void log_it (int);

int
first_of (int a, int b)
{
  if (a)
    return a;
  if (b)
    {
      log_it (b);
      return b;
    }
  return 0;
  log_it (-1);
}

void
maybe_log (int n)
{
  if (!n)
    return;
  log_it (n);
}

int
forever (int *p)
{
  for (;;)
    if (*p++ == 0)
      return 1;
}

void nothing (void) { }
