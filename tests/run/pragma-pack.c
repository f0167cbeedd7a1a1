/* #pragma pack bounds what attributes ask for, too; packed fields, zero widths, constant and variable sizes. */
#include <stdio.h>
#define SHOW(T, m) printf(#T " %d %d %d\n", (int)sizeof(struct T), (int)_Alignof(struct T), (int)__builtin_offsetof(struct T, m))

struct outside { char c; int x __attribute__((aligned(16))); };
#pragma pack(4)
struct bounded { char c; int x __attribute__((aligned(16))); };
struct packed_bits { char c; int b : 2; char end; } __attribute__((packed));
struct zero { char c; int : 0; char d; };
struct packed_field { char c; double d __attribute__((packed)); double e; };
#pragma pack(1)
struct one { char c; long x __attribute__((aligned(8))); char d; };
struct one_zero { char c; int : 0; short d; };
struct whole { char c; long x; } __attribute__((aligned(8)));
#pragma pack()

static void variable(int n) {
#pragma pack(2)
  struct V { char a[n]; double d __attribute__((aligned(16))); int : 0; char e; } v[2];
  struct W { char a[n]; int b : 5; } __attribute__((packed)) w[2];
#pragma pack()
  printf("%d %d %d\n", (int)sizeof v[0], (int)((char *)&v[1].d - (char *)v), (int)((char *)&v[0].e - (char *)v));
  printf("%d\n", (int)sizeof w[0]);
}

int main(void) {
  SHOW(outside, x);
  SHOW(bounded, x);
  SHOW(packed_bits, end);
  SHOW(zero, d);
  SHOW(packed_field, e);
  SHOW(one, x);
  SHOW(one_zero, d);
  SHOW(whole, x);
  variable(3);
  variable(8);
  return 0;
}
