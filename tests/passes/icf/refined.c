/* { dg-do run } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-icf-optimized" } */
__attribute__ ((noipa)) int ext (int x) { return x; }

/* Two chains that end alike, and one that does not: its last link is different, so all of its links are. */
#define CHAIN(C, CASE) \
  static int C##3 (int x) { switch (x) { case 1: return ext (2); case CASE: return ext (9); case 50: return ext (5); case 60: return ext (6); } return ext (x); } \
  static int C##2 (int x) { return C##3 (x) + 2; } \
  static int C##1 (int x) { return C##2 (x) + 1; }
CHAIN (a, 4)
CHAIN (b, 4)
CHAIN (c, 5)

/* Functions that call each other are equal if they are equal otherwise. */
static int even2 (int);
static int odd1 (int n);
static int even1 (int n) { return n == 0 ? ext (1) : odd1 (n - 1) + ext (n) - n; }
static int odd1 (int n) { return n == 0 ? ext (0) : even1 (n - 1) + ext (n) - n; }
static int odd2 (int n) { return n == 0 ? ext (0) : even2 (n - 1) + ext (n) - n; }
static int even2 (int n) { return n == 0 ? ext (1) : odd2 (n - 1) + ext (n) - n; }

int main (void)
{
  if (a1 (4) != 12 || b1 (4) != 12 || c1 (4) != 7 || c1 (5) != 12)
    __builtin_abort ();
  if (even1 (4) != 1 || odd2 (4) != 0 || even2 (5) != 0 || odd1 (5) != 1)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Semantic equality hit:a1/\[0-9\]+->b1/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump "Semantic equality hit:a3/\[0-9\]+->b3/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump "Semantic equality hit:even2/\[0-9\]+->even1/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump-not "hit:.*c\[123\]/" "icf" } } */
