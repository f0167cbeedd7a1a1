/* { dg-options "-fpack-struct" } */
/* All structures are packed, and what is aligned explicitly is where it asks to be. */
#include <stdalign.h>
struct a { char c; alignas (8) int x; };
struct b { int x __attribute__ ((aligned (16))); };
#pragma pack(2)
struct c { char c; long l; };
#pragma pack()
struct d { char c; int i : 20; short s; };
struct e { char c; struct { short s; long l; } in; };
union u { char c; long l; };
int __attribute__ ((noinline)) read (struct d *p) { return p->i + p->s; }

int main (void)
{
  struct d d = { 1, 300, 5 };
  if (sizeof (struct a) != 16 || sizeof (struct b) != 16 || sizeof (struct c) != 9)
    return 1;
  if (__builtin_offsetof (struct a, x) != 8 || _Alignof (struct b) != 16 || _Alignof (struct c) != 1)
    return 2;
  if (sizeof (struct e) != 11 || sizeof (union u) != 8 || _Alignof (union u) != 1)
    return 3;
  return read (&d) - 305;
}
