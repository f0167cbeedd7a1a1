/* An address that a moving offset is added to does not leave memory, which bounds the loop; of a pointer that is moved
   itself that is not known. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cddce1-details" } */
int fixed (int *p, unsigned long k)
{
  for (unsigned long i = k; p[i]; i++)
    ;
  return 1;
}

int moved (int *p)
{
  for (;;)
    if (*p++ == 0)
      return 1;
}

/* { dg-final { scan-tree-dump-times "Found loop 1 to be finite: upper bound found" 1 "cddce1" } } */
/* { dg-final { scan-tree-dump-times "cannot prove finiteness of loop 1" 1 "cddce1" } } */
