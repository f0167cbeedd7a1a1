/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dom2-details" } */

/* The backward threaders know nothing of floating point. */
void g (int);

int f (double a, double b)
{
  if (a < b)
    g (1);
  if (a <= b)
    return 2;
  return 1;
}

/* { dg-final { scan-tree-dump "Registering jump thread: \\(\[0-9\]+, \[0-9\]+\\) incoming edge;  \\(\[0-9\]+, \[0-9\]+\\) normal" "dom2" } } */
/* { dg-final { scan-tree-dump-times "Threaded jump" 1 "dom2" } } */
