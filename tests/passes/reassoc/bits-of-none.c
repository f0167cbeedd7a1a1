/* { dg-do run } */
/* { dg-options "-O1 -fdump-tree-reassoc1" } */

/* A name of which two values are known has none of those asked for: no word is looked at. */
__attribute__ ((noipa)) int g (unsigned char *p)
{
  switch ((*p & 1) + 55)
    {
    case 0:
    case 41:
      return 1;
    }
  return 0;
}

__attribute__ ((noipa)) int h (unsigned char *p)
{
  int x = *p & 3;
  return x == 1 | x == 2 | x == 70 | x == -9;
}

int main (void)
{
  unsigned char values[] = { 0, 1, 2, 3, 255 };
  for (int i = 0; i < 5; i++)
    if (g (&values[i]) != 0 || h (&values[i]) != ((values[i] & 3) == 1 || (values[i] & 3) == 2))
      __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump-not "0 >> " "reassoc1" } } */
