/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* Where paths meet the variable has different values: nothing moves past. */
int f (int b, int c, int n)
{
  int a;
  do
    {
      if (c)
        a = b + 1;
      else
        a = b + 2;
      n--;
    }
  while (n > 0);
  return a;
}

/* { dg-final { scan-tree-dump {  a = b \+ 2;} "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "Insertions" "sinkassign" } } */
