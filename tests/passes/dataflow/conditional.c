/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=constants,conditional-constants -fdump-tree-dataflow" } */

/* A way that a constant rules out does not count where conditions are looked at. */
int f (void)
{
  int a = 0, c = 1;
  if (a)
    c = 2;
  return c;
}

/* { dg-final { scan-tree-dump {;; data flow: constants.*<bb 4> in: a=0 c=⊥.*;; data flow: conditional-constants.*<bb 4> in: a=0 c=1} "dataflow" } } */
