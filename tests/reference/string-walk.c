/* Walks over strings: lengths, characters found, copies, numbers read. */
unsigned long
length (const char *s)
{
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}

const char *
find (const char *s, char c)
{
  for (; *s; s++)
    if (*s == c)
      return s;
  return 0;
}

int
number (const char *s)
{
  int n = 0, negative = *s == '-';
  if (negative)
    s++;
  while (*s >= '0' && *s <= '9')
    n = n * 10 + (*s++ - '0');
  return negative ? -n : n;
}
