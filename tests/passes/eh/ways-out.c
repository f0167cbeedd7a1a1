/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-eh" } */

/* Each way out of a try runs the cleanup on its own: the end, break, continue, return and goto. */
void note (int *);
int loud (int *);
int f (int n)
{
  for (int i = 0; i < n; i++)
    {
      int kept __attribute__ ((cleanup (note))) = n;
      if (loud (&kept))
        break;
      if (loud (&n))
        continue;
      if (n > 7)
        return 3;
      if (n == 5)
        goto out;
      loud (0);
    }
out:
  return 7;
}

/* { dg-final { scan-tree-dump-times "note \\(&kept\\);" 5 "eh" } } */
/* { dg-final { scan-tree-dump-times "kept = .CLOBBER\\(eol\\)." 5 "eh" } } */
/* { dg-final { scan-tree-dump-not "finally" "eh" } } */
