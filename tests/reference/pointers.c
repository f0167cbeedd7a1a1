/* Loads, stores, address arithmetic. */
void set (int *p, int v) { *p = v; }

int
get (int *p, int i)
{
  return p[i] + *(p + 1) + i[p];
}

long
distance (int *a, int *b)
{
  return a - b;
}

char *
copy (char *d, const char *s)
{
  char *r = d;
  while ((*d++ = *s++))
    ;
  return r;
}

void
swap (int **a, int **b)
{
  int *t = *a;
  *a = *b;
  *b = t;
}

int
local_address (void)
{
  int x = 1;
  int *p = &x;
  set (p, 5);
  return x;
}
