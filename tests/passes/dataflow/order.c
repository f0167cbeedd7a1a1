/* { dg-do compile } */
/* { dg-options "-O1 -fdataflow=live,reaching -fdataflow-order=round-robin -fdump-tree-dataflow" } */

/* In which order blocks are visited changes how long it takes, and nothing else. */
int f (int n)
{
  int s = 0;
  while (n)
    {
      s += n;
      n--;
    }
  return s;
}

/* { dg-final { scan-tree-dump-times {;; round-robin: \d+ iterations, \d+ blocks visited} 2 "dataflow" } } */
/* { dg-final { scan-tree-dump {<bb 2> in: \{ n \}\n;; <bb 2> out: \{ n s \}} "dataflow" } } */
