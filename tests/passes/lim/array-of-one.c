/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* The only index that an array of one element can have is known, and says nothing of places where the element is not
   accessed: loads and stores stay in the loops that never do. */
int one[1];
int rows[1][4];
struct { int n; int tail[1]; } counted;

__attribute__ ((noipa)) int load (int n, long i, int c)
{
  int s = 0;
  for (int k = 0; k < n; k++)
    if (c > k)
      s += one[i];
  return s;
}

__attribute__ ((noipa)) int load_from_row (int n, long i, int c)
{
  int s = 0;
  for (int k = 0; k < n; k++)
    if (c > k)
      s += rows[i][2];
  return s;
}

__attribute__ ((noipa)) int load_from_tail (int n, long i, int c)
{
  int s = 0;
  for (int k = 0; k < n; k++)
    if (c > k)
      s += counted.tail[i];
  return s;
}

__attribute__ ((noipa)) void store (int n, long i, int c)
{
  for (int k = 0; k < n; k++)
    if (c > k)
      one[i] += k;
}

/* What has an index that is a number may move. */
__attribute__ ((noipa)) int first (int n, int c)
{
  int s = 0;
  for (int k = 0; k < n; k++)
    if (c > k)
      s += counted.tail[0];
  return s;
}

int main (void)
{
  long far = 1l << 45;
  counted.tail[0] = 3;
  if (load (5, far, 0) || load_from_row (5, far, 0) || load_from_tail (5, far, 0))
    __builtin_abort ();
  store (5, far, 0);
  store (5, 0, 5);
  if (load (5, 0, 2) != 20 || load_from_tail (5, 0, 2) != 6 || first (5, 2) != 6)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-times "Moving statement" 1 "lim2" } } */
