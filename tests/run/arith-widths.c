/* Arithmetic in every integer width, signed and unsigned, with wrap-around of the unsigned. */
#include <stdio.h>

#define TEST(T, U, fmt)                                                                            \
  static void test_##U(T a, T b) {                                                                 \
    T s = a + b, d = a - b, p = a * b, q = a / b, r = a % b;                                       \
    T x = a & b, o = a | b, e = a ^ b, n = ~a;                                                     \
    printf(#T ": " fmt " " fmt " " fmt " " fmt " " fmt " " fmt " " fmt " " fmt " " fmt "\n", s, d, \
           p, q, r, x, o, e, n);                                                                   \
  }

TEST(signed char, sc, "%d")
TEST(unsigned char, uc, "%d")
TEST(short, s, "%d")
TEST(unsigned short, us, "%d")
TEST(int, i, "%d")
TEST(unsigned, u, "%u")
TEST(long, l, "%ld")
TEST(unsigned long, ul, "%lu")
TEST(long long, ll, "%lld")
TEST(unsigned long long, ull, "%llu")

int main(void) {
  test_sc(100, 7);
  test_sc(-100, 7);
  test_uc(200, 100);
  test_s(-30000, 123);
  test_us(60000, 50000);
  test_i(-123456, 789);
  test_u(4000000000u, 3000000000u);
  test_l(-1234567890123l, 98765l);
  test_ul(~0ul, 12345ul);
  test_ll(1ll << 40, -3);
  test_ull(1ull << 63, 10);
  return 0;
}
