/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1 -fdump-tree-local-pure-const2" } */

/* Ends of lifetimes are looked at before inlining alone. */

void use (int *);

/* { dg-final { scan-tree-dump "scanning: x =\{v\}" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "scanning: x =\{v\}" "local-pure-const2" } } */
int block (int n)
{
  if (n)
    {
      int x = n;
      use (&x);
    }
  return n;
}

/* { dg-final { scan-tree-dump-times "Function is locally malloc\\." 1 "local-pure-const1" } } */
char *made (unsigned long n)
{
  return __builtin_malloc (n + 1);
}

/* { dg-final { scan-tree-dump "Volatile stmt is not const/pure\n    Indirect ref read is not const" "local-pure-const1" } } */
struct v { int a; volatile int b; };
int part (struct v *p)
{
  return p->b;
}
