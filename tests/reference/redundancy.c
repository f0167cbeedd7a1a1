/* What has been computed or read on some ways is not on those again; what one way needs sinks there. */
int
partly (int *p, int a, int b, int c)
{
  int r = 0;
  if (c)
    r = a * b + *p;
  return r + a * b + *p;
}

int
twice (int *p, int *q)
{
  int x = *p;
  *q = 1;
  return x + *p;
}

int
unused (int a, int b, int c)
{
  int x = a / b;
  if (c)
    return x;
  return 0;
}

struct s { int a, b; };

int
after_store (struct s *p, int v)
{
  p->a = v;
  p->b = v + 1;
  return p->a + p->b;
}
