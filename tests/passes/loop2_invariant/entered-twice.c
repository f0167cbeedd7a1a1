/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A loop that is entered from two places: what does not change in it is computed where both have come together. */
extern unsigned char window[];
extern unsigned prev[], limit;
unsigned find (unsigned at, unsigned chain, unsigned good, unsigned char c)
{
  if (good >= limit)
    chain >>= 2;
  do
    {
      if (window[at] == c)
        return at;
      at = prev[at & 32767];
    }
  while (--chain);
  return 0;
}

/* { dg-final { scan-assembler-not "srli\t\[^:\]*,window" } } */
/* { dg-final { scan-assembler-times ",window" 1 } } */
