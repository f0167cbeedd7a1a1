/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Of a sum bits are wanted that narrower operands have. */
unsigned char a[4] = { 1, 200, 3, 250 }, b[4] = { 5, 100, 255, 7 };
signed char c[4] = { -1, 100, -128, 127 }, d[4] = { 5, -100, 127, -128 };
__attribute__ ((noipa)) unsigned char less (int i) { int s = a[i] - b[i]; return s & 3; }
__attribute__ ((noipa)) unsigned char more (int i) { int s = c[i] + d[i]; return s & 127; }
/* A bit beyond is not among them. */
__attribute__ ((noipa)) int beyond (int i) { int s = a[i] + b[i]; return s & 256; }
int
main (void)
{
  for (int i = 0; i < 4; i++)
    if (less (i) != ((a[i] - b[i]) & 3) || more (i) != ((c[i] + d[i]) & 127) || beyond (i) != ((a[i] + b[i]) & 256))
      return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-times "\\(int\\)" 6 "optimized" } } */
