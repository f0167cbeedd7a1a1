// Inputs of an asm tied to outputs of another width or another kind of register: the template sees the whole value.
/* { dg-do run } */
/* { dg-options "-O2" } */

extern void abort(void);

__attribute__((noipa)) int high_of_sum(long a, long b) {
  int r;
  asm("srli %0,%1,32" : "=r"(r) : "0"(a + b));
  return r;
}

__attribute__((noipa)) signed char high_of_product(long a, long b) {
  signed char r;
  asm("srli %0,%1,36" : "=r"(r) : "0"(a * b));
  return r;
}

__attribute__((noipa)) unsigned short of_int(int a) {
  unsigned short r;
  asm("srliw %0,%1,8" : "=r"(r) : "0"(a * 3));
  return r;
}

__attribute__((noipa)) int in_a_named_register(long a) {
  register int r asm("a3");
  asm("srli %0,%1,32" : "=r"(r) : "0"(a + 1));
  return r;
}

__attribute__((noipa)) void to_float(double *from, float *to) {
  asm("fcvt.s.d %0,%1" : "=f"(*to) : "0"(*from));
}

__attribute__((noipa)) void bits_to_float(double from, float *to) { asm("" : "=f"(*to) : "0"(from)); }

__attribute__((noipa)) double to_double(float from) {
  double r;
  asm("fcvt.d.s %0,%1" : "=f"(r) : "0"(from));
  return r;
}

__attribute__((noipa)) int high_of_double(double x) {
  int r;
  asm("srli %0,%1,32" : "=r"(r) : "0"(x));
  return r;
}

__attribute__((noipa)) long of_float(float x) {
  long r;
  asm("slli %0,%1,1" : "=r"(r) : "0"(x));
  return r;
}

__attribute__((noipa)) long of_two_words(__int128 x) {
  long r;
  asm("addi %0,%1,1" : "=r"(r) : "0"(x));
  return r;
}

__attribute__((noipa)) int by_goto(long x) {
  int r;
  asm goto("srli %0,%1,32\n\tbeqz %0,%l2" : "=r"(r) : "0"(x + x) : : zero);
  return r;
zero:
  return r - 1;
}

int main(void) {
  double d = 2.5, bits;
  float f;
  if (high_of_sum(0x123456789, 0x76543f0000000) != 484677 || high_of_product(0x12345, 0x6789abcd) != 92)
    abort();
  if (of_int(-123456) != 64089 || in_a_named_register(0x7ffffffff) != 8)
    abort();
  to_float(&d, &f);
  if (f != 2.5f || to_double(1.25f) != 1.25)
    abort();
  __builtin_memcpy(&bits, &(unsigned long){0x40490fdb40490fdb}, sizeof bits);
  bits_to_float(bits, &f);
  if (f != 0x1.921fb6p+1f)
    abort();
  if (high_of_double(1.5) != 0x3ff80000 || of_float(-1.0f) != (long)0xffffffff7f000000)
    abort();
  if (of_two_words((__int128)5 << 64 | 41) != 42 || by_goto(0x80000000) != 1 || by_goto(5) != -1)
    abort();
  return 0;
}
