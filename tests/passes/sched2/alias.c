/* An alias is the object it is an alias of: what is loaded from one stays after what is stored into the other.  */
/* { dg-do run } */
/* { dg-options "-O2 -fno-section-anchors" } */

int a, c;
extern int b __attribute__ ((alias ("a")));

__attribute__ ((noipa)) void
f (int x, int y)
{
  b = x / y;
  c = a * 3;
}

int
main (void)
{
  f (84, 6);
  if (c != 42)
    __builtin_abort ();
  return 0;
}
