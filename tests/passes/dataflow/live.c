/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=live -fdump-tree-dataflow" } */

/* A variable is live where it may be read before it is written. */
int f (int a, int b)
{
  int c = a;
  if (b)
    c = 3;
  return c + a;
}

/* { dg-final { scan-tree-dump {live-variables, backward, union; 4 facts} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 2> in: \{ a b \}\n;; <bb 2> out: \{ a c \}} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 3> in: \{ a \}\n;; <bb 3> out: \{ a c \}} "dataflow" } } */
