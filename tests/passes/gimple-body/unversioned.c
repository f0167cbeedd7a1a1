/* { dg-do run } */
/* { dg-options "-fgimple -O1 -fdump-tree-fre1" } */
/* Variables that are named without a version get names, as in GCC. */
extern void abort (void);
int __GIMPLE (ssa,startwith("fre")) f (int *p, int i)
{
  int t;
  int _1;

__BB(2):
  t = i_2(D) + 1;
  __MEM <int> (p) = t;
  _1 = __MEM <int> (p);
  return _1;
}

int main (void)
{
  int a = 0;
  if (f (&a, 4) != 5 || a != 5)
    abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "return t_" "fre1" } } */
