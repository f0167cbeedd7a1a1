/* The same name in several scopes; variables that are not used or not initialised. */
int x = 1;

int
scopes (int a)
{
  int x = a;
  {
    int x = 2;
    a += x;
    {
      extern int x;
      a += x;
    }
  }
  for (int x = 0; x < 3; x++)
    {
      int a = x;
      (void) a;
    }
  return x + a;
}

int
maybe (int c)
{
  int v;
  if (c)
    v = 3;
  return v;
}
