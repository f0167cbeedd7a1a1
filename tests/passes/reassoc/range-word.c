/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Five numbers are looked up in a word, which is shifted only by what it has bits. */
__attribute__ ((noipa)) int f (int c)
{
  return c == 43 | c == 76 | c == 49 | c == 82 | c == 77;
}

/* The first number is not subtracted where the word is no more expensive for it... */
__attribute__ ((noipa)) int g (unsigned c)
{
  return (c != 10) & (c != 13) & (c != 23);
}

/* ...but where it is. */
__attribute__ ((noipa)) int h (unsigned c)
{
  return (c != 10) & (c != 13) & (c != 20) & (c != 60);
}

int main (void)
{
  for (int c = -300; c < 300; c++)
    {
      if (f (c) != (c == 43 || c == 49 || c == 76 || c == 77 || c == 82))
	__builtin_abort ();
      if (g (c) == (c == 10 || c == 13 || c == 23))
	__builtin_abort ();
      if (h (c) == (c == 10 || c == 13 || c == 20 || c == 60))
	__builtin_abort ();
    }
  return 0;
}

/* { dg-final { scan-tree-dump "-\\\[43, 43\\\] and -\\\[49, 49\\\] and -\\\[76, 77\\\] and -\\\[82, 82\\\]" "reassoc1" } } */
/* { dg-final { scan-tree-dump " = 575525617729 >> _" "reassoc1" } } */
/* { dg-final { scan-tree-dump " = c_\[0-9\]*\\(D\\) > 23;" "reassoc1" } } */
/* { dg-final { scan-tree-dump " = 8397824 >> _" "reassoc1" } } */
/* { dg-final { scan-tree-dump " = 1125899906843657 >> _" "reassoc1" } } */
/* { dg-final { scan-tree-dump-times "PHI <_\[0-9\]*\\(\[0-9\]*\\), 1\\(\[0-9\]*\\)>" 3 "reassoc1" } } */
