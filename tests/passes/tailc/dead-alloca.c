/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* Memory that nobody reads is not reserved, and the frame may go.  */

int g (int);

int
f (int x)
{
  char *p = __builtin_alloca (x);
  p[0] = 1;
  return g (x);
}

/* { dg-final { scan-tree-dump {g \(x_1\(D\)\); \[tail call\]} "tailc" } } */
