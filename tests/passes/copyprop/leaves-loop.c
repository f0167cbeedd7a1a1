/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-copyprop3" } */

/* A value that leaves its loop by two exits to one block does so through a φ there until the loop passes are done. */
int a[500];
int f (int k)
{
  int i = k;
  for (;;)
    {
      int t = i + 2;
      if (a[i] == 500)
        return t * 3;
      if (a[i + 1] == 501)
        return t * 3;
      i = i * 5 + t;
    }
}

/* { dg-final { scan-tree-dump "return" "copyprop3" } } */
