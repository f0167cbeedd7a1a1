/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A byte that is loaded has no bits to be cleared, through its temporary and its variable. */
extern const unsigned char len[];
extern int xs[], g;
int f (int n)
{
  unsigned code = len[n];
  g = n;
  return xs[code];
}

/* { dg-final { scan-assembler-times "\\tslli\\t" 1 } } */
/* { dg-final { scan-assembler-not "\\tsrli\\t" } } */
