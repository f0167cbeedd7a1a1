/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

/* A header with a call is not copied: it costs too much. */
extern int more (int);
int f (int n)
{
  int s = 0;
  while (more (s))
    s += n;
  return s;
}

/* { dg-final { scan-tree-dump { = more \(s_} "ch2" } } */
/* { dg-final { scan-tree-dump-not "is now do-while loop" "ch2" } } */
