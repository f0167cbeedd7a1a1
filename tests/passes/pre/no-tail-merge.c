/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-tail-merge -fdump-tree-pre" } */
int g, h;

/* The option off, both ways stay. */
void two_ways (int a, int b)
{
  if (a == 1)
    {
      h = b;
      g = 1;
      return;
    }
  if (b == 7)
    h = 4;
  else
    {
      h = b;
      g = 1;
      return;
    }
  h += 9;
}

/* { dg-final { scan-tree-dump-not "find_duplicates" "pre" } } */
/* { dg-final { scan-tree-dump-times "  g = 1;" 2 "pre" } } */
