/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A copy is read as what it copies in blocks that nothing else leads to. */
unsigned walk (const unsigned char *window, const unsigned short *prev, unsigned cur, long best, int end, int end1)
{
  unsigned chain = 100;
  do
    {
      const unsigned char *match = window + cur;
      if (match[best] != end || match[best - 1] != end1)
        continue;
      best++;
    }
  while ((cur = prev[cur & 0x7fff]) > 5 && --chain);
  return best;
}

/* { dg-final { scan-assembler {lbu\ta6,-1\(a6\)} } } */
/* { dg-final { scan-assembler-not "\\tmv\\t" } } */
