/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* A function reads, writes and takes addresses. */
int v, w, u;
int *f (void)
{
  w = v;
  return &u;
}

/* { dg-final { scan-ipa-dump {References: v/0 \(read\) w/1 \(write\) u/2 \(addr\)} "cgraph" } } */
