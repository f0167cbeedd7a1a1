/* An enumeration that takes a byte where it is a member, and more as a value.  */
/* { dg-do run } */
/* { dg-options "-O2" } */

typedef enum { C = 1, D = 2 } letter;
struct letters { letter __attribute__ ((mode (byte))) a, b; };

__attribute__ ((noinline)) static int
spelt (int k)
{
  struct letters s, t;
  s.a = k ? C : D;
  s.b = D;
  t = s;
  return 10 * t.a + t.b;
}

int
main (void)
{
  return spelt (1) != 12 || spelt (0) != 22;
}
