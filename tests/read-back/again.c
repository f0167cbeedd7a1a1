/* What dumps do not say outright, and what their readers have to find out. */
#define va_arg(list, type) __builtin_va_arg (list, type)

union word { int i; char a[4]; };
union half { short h; char b[2]; };
typedef struct { int a; long b; } pair;

static int counted (void)
{
  static unsigned calls = 40;
  return ++calls;
}

/* Variables of one name: by member, by type, by what versions are joined with, and side by side. */
__attribute__ ((noipa)) static long names (int n, unsigned char *p)
{
  long sum = 0;
  {
    union word v;
    v.i = n;
    sum += v.a[0];
  }
  {
    union half v;
    v.h = (short) n;
    sum += v.b[1];
  }
  for (int i = 0; i < n; i++)
    {
      unsigned char x = 0;
      while (x < 3)
        x += p[i];
      sum += x;
    }
  {
    unsigned int x = 0;
    while (x < 1000)
      x = x * 3 + n;
    sum += x;
  }
  {
    int x[2] = { n, 1 };
    sum += x[p[0] & 1];
  }
  return sum;
}

__attribute__ ((noipa)) static void take (int *p) { *p += 1; }

__attribute__ ((noipa)) static int beside (int n)
{
  int all = 0;
  { int v = n; take (&v); all += v; }
  { int v = 2 * n; take (&v); all += v; }
  return all;
}

__attribute__ ((noipa)) static int sum (int n, ...)
{
  int all = 0;
  __builtin_va_list list;
  __builtin_va_start (list, n);
  while (n--)
    all += va_arg (list, int);
  __builtin_va_end (list);
  return all;
}

__attribute__ ((noipa)) static int variable (int n, int m)
{
  int a[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = i * j;
  return a[n - 1][m - 1];
}

typedef int (*operation) (int);
__attribute__ ((noipa)) static int twice (int x) { return 2 * x; }
__attribute__ ((noipa)) static int applied (operation f, int x) { return f (f (x)); }

__attribute__ ((noipa)) static int one_of (pair *s)
{
  return s->a + (int) s->b;
}

int main (void)
{
  unsigned char p[4] = { 1, 2, 3, 1 };
  pair s = { 1, 2 };
  int calls = counted () + counted ();
  long all = names (4, p) + beside (3) + sum (3, 1, 2, 3) + variable (3, 4) + applied (twice, 2);
  return (calls + all + one_of (&s)) & 127;
}
