/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailc" } */

/* What is done after the call keeps the frame. */
int g (int, int);
extern int glob;
int f (int x)
{
  int r = g (x, 1);
  glob = 1;
  return r;
}

int h (int x)
{
  return g (x, 1) + 1;
}

/* { dg-final { scan-tree-dump {glob = 1;} "tailc" } } */
/* { dg-final { scan-tree-dump-not "tail call" "tailc" } } */
