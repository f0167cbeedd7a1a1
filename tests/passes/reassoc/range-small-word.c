/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* All numbers there can be are bits of a word: two are enough, and no branch is needed. */
__attribute__ ((noipa)) int f (unsigned char c)
{
  c &= 31;
  return (c == 1) | (c == 4);
}

int main (void)
{
  for (int c = 0; c < 256; c++)
    if (f (c) != ((c & 31) == 1 || (c & 31) == 4))
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump " = 18 >> _" "reassoc1" } } */
/* { dg-final { scan-tree-dump-not "PHI <_\[0-9\]*\\(\[0-9\]*\\), 1\\(" "reassoc1" } } */
