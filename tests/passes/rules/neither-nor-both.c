/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What is in both less what is in one, less one, through conversions. */
__attribute__ ((noipa)) signed char
first (short x, short y)
{
  unsigned char t = (unsigned char) (x & y), s = (unsigned char) (x | y);
  t = t - s;
  return (signed char) (t + -1);
}
__attribute__ ((noipa)) unsigned char
second (signed char x, signed char y)
{
  unsigned char t = (unsigned char) (x & y);
  short s = (short) (x | y);
  unsigned char r = (unsigned char) (s + 1);
  return t - r;
}
/* Two more are taken away. */
__attribute__ ((noipa)) unsigned char
third (signed char x, signed char y)
{
  unsigned char t = (unsigned char) (x & y), s = (unsigned char) (x | y);
  return t - 2 - s;
}
int
main (void)
{
  for (int x = -128; x < 128; x += 3)
    for (int y = -128; y < 128; y += 5)
      if (first (x, y) != (signed char) ~(x ^ y) || second (x, y) != (unsigned char) ~(x ^ y)
          || third (x, y) != (unsigned char) ((x & y) - (x | y) - 2))
        return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-times " \\^ y" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times " = ~" 4 "optimized" } } */
