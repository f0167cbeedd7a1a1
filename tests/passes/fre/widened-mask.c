/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1-details" } */

/* A narrow sum that wraps around is the lowest bits of the wide one. */
int f (unsigned char *p, int v)
{
  int wide = *p + v;
  if (wide < 0) return -1;
  return (unsigned char) (*p + (unsigned char) v) + (wide > 7);
}

/* { dg-final { scan-tree-dump "Inserted _\[0-9\]+ = _?\[a-z\]*_\[0-9\]+ & 255;" "fre1" } } */
