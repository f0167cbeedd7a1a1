/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Conditions one after the other that lead to the same. */
__attribute__ ((noipa)) int f (char c)
{
  if (c == 'a')
    return 5;
  if (c == 'b')
    return 5;
  if (c == 'd')
    return 5;
  return 7;
}

/* The last is no condition. */
__attribute__ ((noipa)) int g (int x)
{
  return x == 4 || x == 6;
}

/* What a call stands between stays. */
extern int counter;
int counter;
__attribute__ ((noipa)) int h (int x)
{
  if (x == 4)
    return 1;
  counter++;
  return x == 6;
}

int main (void)
{
  for (int c = 0; c < 128; c++)
    {
      if (f (c) != (c >= 'a' && c <= 'b' ? 5 : c == 'd' ? 5 : 7))
	__builtin_abort ();
      if (g (c) != ((c & ~2) == 4) || h (c) != ((c & ~2) == 4))
	__builtin_abort ();
    }
  return counter != 127;
}

/* { dg-final { scan-tree-dump-times "Optimizing range tests" 2 "reassoc1" } } */
/* { dg-final { scan-tree-dump "c_\[0-9\]*\\(D\\) -\\\[97, 97\\\] and -\\\[98, 98\\\]\n into c_\[0-9\]*\\(D\\) \\+ 159 > 1" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(x_\[0-9\]*\\(D\\) & -3\\) != 4" "reassoc1" } } */
