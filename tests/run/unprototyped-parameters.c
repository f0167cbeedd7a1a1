/* Parameters of functions without prototype arrive promoted. */
int printf (const char *, ...);

int
narrow (c, s, f, b)
     unsigned char c;
     short s;
     float f;
     _Bool b;
{
  return (c == 0xff) * 8 + (s == -1) * 4 + (f == 1.5f) * 2 + b;
}

int
in_memory (c)
     signed char c;
{
  signed char *p = &c;
  return *p;
}

int
main (void)
{
  printf ("%d %d\n", narrow (-1, 0xffff, 1.5f, 1), in_memory (255));
  return 0;
}
