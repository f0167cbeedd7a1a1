int g;

__attribute__((noipa)) int f (int a, int b, int c)
{
  int x = 0;
  if (c)
    {
      x = a * b;
      g = 1;
    }
  return x + a * b;
}

int main (void)
{
  return f (3, 7, 1) == 42 ? 42 : 1;
}
