/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vrp1" } */

/* What is read through is not null afterwards. The assertion stands after the read, so that the condition goes; before it the
   pointer may be null. */
int g (int *);

int
after (int *p)
{
  int x = *p;
  if (g (p) && p)
    return x;
  return 7;
}

int
before (int *q)
{
  if (q)
    return *q + g (q);
  return 8;
}

/* { dg-final { scan-tree-dump {p_[0-9]+: int \* \[1B, \+INF\]  EQUIVALENCES: \{ p_[0-9]+\(D\) \}} "vrp1" } } */
/* { dg-final { scan-tree-dump-not {if \(p_[0-9]+.D. != 0B\)} "vrp1" } } */
/* { dg-final { scan-tree-dump {if \(q_[0-9]+.D. != 0B\)} "vrp1" } } */
