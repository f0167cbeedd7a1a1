/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* A value without bytes is wherever the call left it.  */

struct empty { };
struct empty g (int);

struct empty
f (int x)
{
  return g (x);
}

/* { dg-final { scan-tree-dump {g \(x_2\(D\)\); \[tail call\]} "tailc" } } */
