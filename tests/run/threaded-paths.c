/* Jumps threaded over code that is copied, round loops and out of them: every path still does what it did. */
int printf (const char *, ...);
void exit (int);

static unsigned calls;

__attribute__ ((noipa)) static int g (int i)
{
  calls = calls * 31 + (unsigned) i;
  return (int) ((unsigned) i * 7 + calls) & 3;
}

__attribute__ ((noipa)) static int twice (int a, int b)
{
  if (a)
    g (1);
  b += g (b);
  if (a)
    return b + g (3);
  return b;
}

__attribute__ ((noipa)) static int machine (int n)
{
  int state = 0, sum = 0;
  for (int i = 0; i < n; i++)
    switch (state)
      {
      case 0:
        sum += g (0);
        state = sum & 1 ? 1 : 2;
        break;
      case 1:
        sum += g (1);
        state = 2;
        break;
      default:
        sum += 2;
        state = 0;
      }
  return sum * 4 + state;
}

__attribute__ ((noipa)) static int carried (int n)
{
  int r = 0, found = 0;
  for (int i = 0; i < n; i++)
    {
      if (r == 3)
        found += g (i);
      r = g (i + 1);
      if (r == 3)
        found += 2;
      else if (r == 0)
        continue;
      found ^= r;
    }
  return found;
}

__attribute__ ((noipa)) static int nested (int n, unsigned m)
{
  int done = 0, k = 0;
  while (!done)
    {
      for (unsigned i = 0; i < m; i++)
        {
          k++;
          if (k > n)
            {
              done = 1;
              break;
            }
        }
      if (m == 0)
        done = 2;
    }
  return k * 10 + done;
}

int main (void)
{
  for (int i = 0; i < 4; i++)
    printf ("%d %d %d %d\n", twice (i & 1, i), machine (i * 3), carried (i * 5), nested (i * 2, (unsigned) i));
  printf ("%u\n", calls);
  exit (0);
}
