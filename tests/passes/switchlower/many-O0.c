/* { dg-do run } */
/* { dg-options "-O0" } */

/* A chain of two thousand comparisons: as many as there are values. */
#define ONE(n) case (n) * 977L: return (n) + 1;
#define TEN(n) ONE (n) ONE (n + 1) ONE (n + 2) ONE (n + 3) ONE (n + 4) ONE (n + 5) ONE (n + 6) ONE (n + 7) ONE (n + 8) ONE (n + 9)
#define HUNDRED(n) TEN (n) TEN (n + 10) TEN (n + 20) TEN (n + 30) TEN (n + 40) TEN (n + 50) TEN (n + 60) TEN (n + 70) TEN (n + 80) TEN (n + 90)
#define THOUSAND(n) HUNDRED (n) HUNDRED (n + 100) HUNDRED (n + 200) HUNDRED (n + 300) HUNDRED (n + 400) HUNDRED (n + 500) HUNDRED (n + 600) HUNDRED (n + 700) HUNDRED (n + 800) HUNDRED (n + 900)

static long number (long value)
{
  switch (value)
    {
    THOUSAND (0)
    THOUSAND (1000)
    }
  return -1;
}

int main (void)
{
  for (long n = 0; n < 2000; n++)
    if (number (n * 977) != n + 1 || number (n * 977 + 1) != -1 || number (n * 977 - 1) != -1)
      return 1;
  return number (-5) != -1 || number (2000 * 977L) != -1;
}
