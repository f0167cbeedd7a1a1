/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-reassoc1-details" } */

/* Three numbers that follow one another are a range. */
__attribute__ ((noipa)) int f (int c)
{
  return c == 1 | c == 2 | c == 3;
}

/* So are those that are left out, up to the greatest. */
__attribute__ ((noipa)) int g (unsigned c, int other)
{
  return (c != 4294967295u) & (other & 1) & (c != 4294967294u);
}

int main (void)
{
  for (int c = -5; c < 9; c++)
    if (f (c) != (c >= 1 && c <= 3) || g (c, 3) != (c != -1 && c != -2) || g (c, 2))
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "Optimizing range tests c_\[0-9\]*\\(D\\) -\\\[1, 2\\\] and -\\\[3, 3\\\]" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into \\(unsigned int\\) c_\[0-9\]*\\(D\\) \\+ 4294967295 > 2" "reassoc1" } } */
/* { dg-final { scan-tree-dump " into c_\[0-9\]*\\(D\\) <= 4294967293" "reassoc1" } } */
