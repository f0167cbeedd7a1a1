/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-eh" } */

/* A switch inside, one of whose cases leaves. */
void note (int *);
int loud (int *);
int f (int n)
{
  do
    {
      int kept __attribute__ ((cleanup (note))) = n;
      switch (loud (&kept))
        {
        case 1: n++; break;
        case 2: goto end;
        default: continue;
        }
      n += kept;
    }
  while (n < 8);
end:
  return n;
}

/* { dg-final { scan-tree-dump "switch \\(" "eh" } } */
/* { dg-final { scan-tree-dump-times "note \\(&kept\\);" 3 "eh" } } */
