/* A definition that moves down leaves what it computes to the binds above. */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fdump-tree-sink1" } */

extern void h (int);
int f (int a, int b, int c)
{
  int t = a * b;
  if (c)
    {
      h (t);
      return t;
    }
  return 0;
}

/* { dg-final { scan-tree-dump "# DEBUG t => a_\[0-9\]+.D. \\* b_\[0-9\]+.D.\n" "sink1" } } */
/* { dg-final { scan-tree-dump-times "\n  t_\[0-9\]+ = a_\[0-9\]+.D. \\* b_\[0-9\]+.D.;" 1 "sink1" } } */
