/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chow -fdump-tree-lexpre-details-stats" } */

/* Nothing is put on the edges of a computed goto. */
int f (int a, int b, int i)
{
  static void *const to[] = { &&one, &&two };
  int x = 0;
  goto *to[i];
one:
  x = a * b;
  goto *to[i + x];
two:
  return x + a * b;
}

/* { dg-final { scan-tree-dump {x = a \* b;} "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
