/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-icf-optimized" } */

/* Equal constants have one place if nobody asks for it. */
static const int days[4] = { 31, 28, 31, 30 };
static const int same[4] = { 31, 28, 31, 30 };
static int never_written[4] = { 31, 28, 31, 30 };
static const int others[4] = { 31, 29, 31, 30 };

__attribute__ ((noinline)) int sum (int i, int j)
{
  static const char text[] = "text";
  return days[i] * 1000000 + same[j] * 10000 + never_written[j] * 100 + others[j] + text[i] * 0;
}

__attribute__ ((noinline)) int name (int i)
{
  static const char text[] = "text";
  return text[i];
}

int main (void)
{
  if (sum (0, 1) != 31282829 || name (1) != 'e')
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Semantic equality hit:days/\[0-9\]+->same/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump "Semantic equality hit:days/\[0-9\]+->never_written/\[0-9\]+" "icf" } } */
