/* Values of variable size: results of nested functions that are used, ignored and passed on, and those of statement
   expressions; differences of elements' addresses are constants where they are no variables'.  */
/* { dg-do run } */
/* { dg-options "-O1 -w" } */

static int
results (int n)
{
  struct s { int a[n]; };
  int calls = 0;

  struct s
  make (int first)
  {
    struct s s;
    for (int i = 0; i < n; i++)
      s.a[i] = first + i;
    calls++;
    return s;
  }

  auto struct s
  again (int first)
  {
    return make (first * 2);
  }

  struct s x;
  make (1);
  again (1);
  x = make (5);
  int sum = x.a[n - 1] * 100 + make (7).a[0] * 10 + again (3).a[n - 1];
  for (int i = 0; i < 3; i++)
    sum += make (i).a[i % n];
  return sum * 100 + calls;
}

static int
expressions (const void *from, long n)
{
  typedef struct { char c[n]; } text;
  text copy;
  copy = ({ const text *p = from; *p; });
  const text *where = ({ const text *p = from; p; });
  int length = sizeof ({ const text *p = from; *p; });
  __asm__ volatile ("" : : "m" (*where), "m" (({ const text *p = from; *p; })));
  return copy.c[0] * 1000 + copy.c[n - 1] * 10 + length + (where == from);
}

static int
differences (char a[4][5][6], int i, int j)
{
  static int v[9], m[4][5];
  __asm__ volatile ("" : : "i" (&a[1][0][0] - &a[0][0][0]));
  return (&a[1][2][3] - &a[0][1][0]) + (&v[i] - &v[j]) * 100 + (&m[i][j] - &m[j][1]) * 1000;
}

int
main (void)
{
  static char a[4][5][6];
  if (results (1) != 57908 || results (4) != 88508)
    return 1;
  if (expressions ("abc", 2) != 97983 || expressions ("xyzw", 4) != 121195)
    return 2;
  return differences (a, 3, 1) != 10239;
}
