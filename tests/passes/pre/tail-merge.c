/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-pre" } */
extern void abort (void);
int g, h, calls;

/* Both ways out do the same: one goes, and its way leads to the other. */
__attribute__ ((noipa)) void two_ways (int a, int b)
{
  if (a == 1)
    {
      h = b;
      g = 1;
      return;
    }
  if (b == 7)
    h = 4;
  else
    {
      h = b;
      g = 1;
      return;
    }
  h += 9;
}

int main (void)
{
  two_ways (1, 3);
  if (h != 3 || g != 1)
    abort ();
  g = 0;
  two_ways (2, 5);
  if (h != 5 || g != 1)
    abort ();
  g = 0;
  two_ways (2, 7);
  if (h != 13 || g != 0)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "find_duplicates: <bb \[0-9\]+> duplicate of <bb \[0-9\]+>" "pre" } } */
/* { dg-final { scan-tree-dump-times "  g = 1;" 1 "pre" } } */
