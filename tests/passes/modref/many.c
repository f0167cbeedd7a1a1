/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-modref1" } */
extern void abort (void);

/* More places than are kept: what is between them counts, too. */
__attribute__ ((noinline)) void scatter (int *p)
{
  p[0] = 1; p[2] = 1; p[4] = 1; p[6] = 1; p[8] = 1; p[10] = 1; p[12] = 1; p[14] = 1; p[16] = 1; p[18] = 1;
  p[20] = 1; p[22] = 1; p[24] = 1; p[26] = 1; p[28] = 1; p[30] = 1; p[32] = 1; p[34] = 1; p[36] = 1;
}

__attribute__ ((noinline)) int test (int *p)
{
  p[1] = 3;
  p[36] = 5;
  p[35] = 7;
  scatter (p);
  return p[1] * 100 + p[36] * 10 + p[35];
}

int main (void)
{
  int x[37];
  if (test (x) != 317)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "access: Parm 0 param offset:120 offset:0 size:32 max_size:224" "modref1" } } */
