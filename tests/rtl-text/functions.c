/* Functions for the test of RTL as text (tests/suite/rtl_text.rs), which replaces their bodies by their RTL.  */

struct pair { long first; int second; };
int counter;
int table[16];
void take (int *, long);
int give (int, ...);

int sum (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * 3 + (s >> 2);
  return s;
}

int choose (int x)
{
  switch (x)
    {
    case 0: return 5;
    case 1: counter++; return 17;
    case 2: return sum (&x, 1);
    case 3: return 9;
    case 4: return table[3];
    case 5: return sum (table, 2);
    case 7: return -4;
    }
  return 1;
}

double scale (double a, int n)
{
  return (a + n) * a - (float) n;
}

unsigned long bits (unsigned long x, unsigned char c)
{
  return (x << c | x >> (64 - c)) ^ (unsigned short) x ^ ~x % 10;
}

void swap (struct pair *p, struct pair *q)
{
  struct pair t = *p;
  *p = *q;
  *q = t;
}

long frame (int n)
{
  int here[40];
  long more = n;
  take (here, more);
  take (&here[7], more + here[n & 31]);
  return here[3] + give (n, 1, 2L, 3, 4, 5, 6, 7, 8, 9, more);
}

__int128 wide (__int128 a, long b)
{
  return a * b + (a >> 3);
}

int stop (int *p)
{
  if (*p > 3)
    __builtin_trap ();
  while (*p < 0)
    p++;
  return *p;
}
