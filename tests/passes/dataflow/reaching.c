/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=reaching -fdump-tree-dataflow" } */

/* Definitions reach as far as nothing else defines the variable. */
int f (int a)
{
  int c = 1;
  if (a)
    c = 3;
  return c;
}

/* { dg-final { scan-tree-dump {reaching-definitions, forward, union} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 3> in: \{ c = 1; \}\n;; <bb 3> out: \{ c = 3; \}} "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 4> in: \{ c = 1; c = 3; \}} "dataflow" } } */
