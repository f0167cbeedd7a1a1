/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-im -fno-tree-pre -fdump-tree-sink1-details" } */

/* What is needed after a loop alone is computed there. */
extern int g (void);
int f (int a)
{
  int x, i = 0;
  do
    {
      i = g ();
      x = i * a;
    }
  while (i < 100);
  return x;
}

/* { dg-final { scan-tree-dump-times "Sinking x_\[0-9\]+ = " 1 "sink1" } } */
