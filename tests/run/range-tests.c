// Conditions on one character, joined in many ways, for all characters; and on several numbers, for those at the ends
// of ranges. Sums of the answers are printed.
#include <stdio.h>

#define CHARACTERS(type, suffix)                                               \
  static int vowel_##suffix (type c)                                           \
  {                                                                            \
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';           \
  }                                                                            \
  static int word_##suffix (type c)                                            \
  {                                                                            \
    return (c >= 'a' && c <= 'z') | (c >= 'A' && c <= 'Z') | (c == '_')        \
	   | (c >= '0' && c <= '9');                                           \
  }                                                                            \
  static int operator_##suffix (type c)                                        \
  {                                                                            \
    return (c == '+') | (c == '-') | (c == '*') | (c == '/') | (c == '<')      \
	   | (c == '>') | (c == '=');                                          \
  }                                                                            \
  static int none_##suffix (type c)                                            \
  {                                                                            \
    return (c != 1) & (c != 2) & (c != 4) & (c != 8) & (c != 16) & (c != 32)   \
	   & (c != 64);                                                        \
  }                                                                            \
  static int case_##suffix (type c)                                            \
  {                                                                            \
    return c == 'q' || c == 'Q';                                               \
  }                                                                            \
  static int far_##suffix (type c)                                             \
  {                                                                            \
    return (c == 10) | (c == 12) | (c == 74) | (c == 76);                      \
  }                                                                            \
  static int ends_##suffix (type c)                                            \
  {                                                                            \
    return (c != (type) -128) & (c != (type) -127) & (c != 127) & (c != 126);  \
  }                                                                            \
  static int small_##suffix (type c)                                           \
  {                                                                            \
    type d = c & 31;                                                           \
    return (d == 3) | (d == 7) | (d == 30);                                    \
  }                                                                            \
  static int steps_##suffix (type c)                                           \
  {                                                                            \
    if (c == 3)                                                                \
      return 1;                                                                \
    if (c == 4)                                                                \
      return 1;                                                                \
    if (c > 100)                                                               \
      return 2;                                                                \
    if (c == 50)                                                               \
      return 2;                                                                \
    if (c < 2)                                                                 \
      return 3;                                                                \
    return c != 7 && c != 9 ? 4 : 5;                                           \
  }                                                                            \
  static void all_##suffix (void)                                              \
  {                                                                            \
    int (*const tests[]) (type)                                                \
      = { vowel_##suffix, word_##suffix, operator_##suffix, none_##suffix,     \
	  case_##suffix,  far_##suffix,	 ends_##suffix,	    small_##suffix,    \
	  steps_##suffix };                                                    \
    for (unsigned t = 0; t < sizeof tests / sizeof *tests; t++)                \
      {                                                                        \
	unsigned long sum = 0;                                                 \
	int count = 0;                                                         \
	for (int c = -130; c < 260; c++)                                       \
	  {                                                                    \
	    int answer = tests[t]((type) c);                                   \
	    sum = sum * 31 + answer;                                           \
	    count += answer;                                                   \
	  }                                                                    \
	printf (#suffix " %u: %d %lx\n", t, count, sum);                       \
      }                                                                        \
  }

CHARACTERS (signed char, signed)
CHARACTERS (unsigned char, unsigned)
CHARACTERS (short, short)
CHARACTERS (unsigned, word)
CHARACTERS (long, long)

static int all_zero (int a, unsigned b, int c, long d)
{
  return a == 0 && b == 0 && c == 0 && d == 0;
}
static int all_ones (int a, unsigned b, int c, long d)
{
  return a == -1 && b == -1u && c == -1 && d == -1;
}
static int all_below (int a, unsigned b, int c, long d)
{
  return a >= 0 && a < 16 && b < 16 && c >= 0 && c < 8 && (unsigned long) d < 16;
}
static int any_negative (int a, unsigned b, int c, long d)
{
  return a < 0 || (int) b < 0 || c < 0 || d < 0;
}
static int signs (int a, unsigned b, int c, long d)
{
  return a < 0 && (int) b >= 0 && c < 0 && d >= 0;
}
static int within (int a, unsigned b, int c, long d)
{
  c &= 0xffff;
  return a >= 0 && a < c && b != 5 && (d < 0 || d > 1);
}
// The product may overflow where the first condition fails: that says nothing of what comes after.
static int product (int a, unsigned b, int c, long d)
{
  int e = b;
  if (a == 0 && e * c == 0)
    return 1;
  return e > 100000 && c > 100000 && d;
}

static int (*const numbers[]) (int, unsigned, int, long)
  = { all_zero, all_ones, all_below, any_negative, signs, within, product };

int main (void)
{
  static const long values[] = { 0, 1, 5, 7, 8, 15, 16, -1, 2147483647, -2147483648L };
  enum { N = sizeof values / sizeof *values };
  all_signed ();
  all_unsigned ();
  all_short ();
  all_word ();
  all_long ();
  for (unsigned t = 0; t < sizeof numbers / sizeof *numbers; t++)
    {
      unsigned long sum = 0;
      int count = 0;
      for (unsigned i = 0; i < N * N * N * N; i++)
	{
	  int a = values[i % N], c = values[i / N / N % N];
	  unsigned b = values[i / N % N];
	  // Where the product is computed it fits.
	  if (t == 6 && a == 0)
	    b &= 7, c &= 7;
	  int answer = numbers[t](a, b, c, values[i / N / N / N]);
	  sum = sum * 31 + answer;
	  count += answer;
	}
      printf ("numbers %u: %d %lx\n", t, count, sum);
    }
  return 0;
}
