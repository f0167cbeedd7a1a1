/* { dg-do compile } */
/* { dg-options "-O2 -fno-thread-jumps -fdump-tree-dom2-details" } */

/* See thread.c. */
void g (int);

int f (double a, double b)
{
  if (a < b)
    g (1);
  if (a <= b)
    return 2;
  return 1;
}

/* { dg-final { scan-tree-dump {if \(a_[0-9]+\(D\) <= b_} "dom2" } } */
/* { dg-final { scan-tree-dump-not "Threaded jump" "dom2" } } */
