/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* Variables narrower than int are counted in a type without sign; the test before the loop says that nothing overflows. */
int a[300];
__attribute__ ((noipa)) int
down (signed char s, signed char l)
{
  int sum = 0;
  for (signed char i = s; i > l; i--) sum += a[i + 128];
  return sum;
}
__attribute__ ((noipa)) int
up (signed char s, signed char l)
{
  int sum = 0;
  for (signed char i = s; i < l; i++) sum += a[i + 128];
  return sum;
}
/* Here it may: */
__attribute__ ((noipa)) int
may_wrap (signed char s, signed char l)
{
  int count = 0;
  signed char i = s;
  do { i--; a[count++] = i; } while (i > l);
  return count;
}
int
main (void)
{
  for (int i = 0; i < 256; i++) a[i] = 1;
  if (down (127, -128) != 255 || down (-128, -128) || down (5, 3) != 2) return 1;
  if (up (-128, 127) != 255 || up (127, -128) || up (3, 5) != 2) return 2;
  return may_wrap (-128, 5) != 123 || may_wrap (7, 5) != 2 || may_wrap (-5, 5) != 1;
}

/* { dg-final { scan-tree-dump-times "bounded by 254" 2 "ivopts" } } */
/* { dg-final { scan-tree-dump-times "zero if " 2 "ivopts" } } */
