/* Members of constant unions, read by what another one is given. */
#include <stdio.h>
static const union { int whole; unsigned char first; unsigned char bytes[4]; short half; } probe = { 0x12345681 };
static const union { unsigned char bytes[4]; unsigned whole; } given = { { 1, 2, 3, 4 } };
static const union { signed char small; long wide; } extended = { -2 };
static const union { double real; long bits; } other = { 1.5 };
static const struct { int before; union { long l; int i; } u[2]; } nested = { 1, { { 5 }, { -1 } } };

int main (void)
{
  printf ("%d %d %d %d\n", probe.first, probe.bytes[2], probe.half, probe.whole);
  printf ("%x %d\n", given.whole, (int) (extended.wide & 255));
  printf ("%lx %d %d\n", other.bits, nested.u[0].i, nested.u[1].i);
  return 0;
}
