/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=anticipated,partially-anticipated -fdump-tree-dataflow" } */

/* And partially on one of them. */
int f (int a, int b)
{
  int c = 0;
  if (a)
    c = a + b;
  return c;
}

/* { dg-final { scan-tree-dump {;; data flow: anticipated-expressions.*;; <bb 2> in: \{ \}.*;; data flow: partially} "dataflow" } } */
/* { dg-final { scan-tree-dump {;; data flow: partially-anticipated-expressions.*;; <bb 2> in: \{ a \+ b \}} "dataflow" } } */
