/* The address grows with the index that changes, also where another index is computed in the loop, on a path that need not be
   taken, and does not change.  */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ivopts" } */

extern void abort (void);

unsigned char g[2][20][20];

__attribute__ ((noipa)) int
neighbours (int cur, int i, int j)
{
  int n = 0;
  for (int y = -3; y <= 3; y++)
    for (int x = -3; x <= 3; x++)
      if (x || y)
	n += g[cur][i + y][j + x];
  return n;
}

__attribute__ ((noipa)) int
all (int cur)
{
  int s = 0;
  for (int i = 3; i < 17; i++)
    for (int j = 3; j < 17; j++)
      {
	int n = 0;
	for (int y = -3; y <= 3; y++)
	  for (int x = -3; x <= 3; x++)
	    if (x || y)
	      n += g[cur][i + y][j + x];
	s = s * 3 + n;
      }
  return s;
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      g[1][i][j] = (i * 7 + j * 3) % 5;
  int s = 0;
  for (int i = 3; i < 17; i++)
    for (int j = 3; j < 17; j++)
      s = s * 3 + neighbours (1, i, j);
  if (s != all (1))
    abort ();
  return 0;
}

/* The parameters of the first function may be anything, so that the index may overflow on the path that is not taken. */
/* { dg-final { scan-tree-dump-times " = g\\\[cur_" 1 "ivopts" } } */
