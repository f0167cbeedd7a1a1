/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const2" } */

/* That its loops end is found out when a function is optimised, after callers know already that it only reads. */

static __attribute__ ((noinline)) long same (const long *p, const long *end, long value)
{
  const long *start = p;
  while (__builtin_expect (p < end - 7, 1))
    {
      long differs = *p ^ value;
      if (!differs)
        {
          p += 8;
          continue;
        }
      p += __builtin_ctzl (differs) >> 3;
      return p - start;
    }
  while (p < end && *p == value)
    p++;
  return p - start;
}

long both (const long *p, const long *end)
{
  return same (p, end, 1) + same (p + 4, end, 7);
}

/* { dg-final { scan-tree-dump "Declaration updated to be pure: same" "local-pure-const2" } } */
