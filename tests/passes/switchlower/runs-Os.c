/* { dg-do run } */
/* { dg-options "-Os" } */

/* Each value goes where it went, at -Os. */
__attribute__ ((noipa)) static int g (int a) { return a; }
__attribute__ ((noipa)) static int few (int a) { switch (a) { case 3: return g (1); case 5: return g (2); case 9: return 3; case -7: return g (5); default: return 0; } }
__attribute__ ((noipa)) static int table (int a) { switch (a) { case 1: return g (1); case 2: return g (12); case 3: return g (13); case 4: return g (15); case 5: return g (22); case 6: return g (21); case 8: return g (77); case 1000: return g (5); case -3000000: return g (6); default: return 0; } }
__attribute__ ((noipa)) static int bits (signed char a) { switch (a) { case -101: case -105: case -109: case -112: case -117: case -122: return g (1); case 7: case 9: case 11: case 13: case 20: return g (2); default: return g (0); } }
__attribute__ ((noipa)) static int ranges (unsigned long a) { switch (a) { case 1 ... 20: return g (1); case 100 ... 130: return g (12); case 1UL << 63: return g (14); case ~0UL: return g (15); default: return 0; } }
__attribute__ ((noipa)) static int huge (__int128 a) { switch (a) { case 1: return g (1); case 5: return g (2); case (__int128) 1 << 40: return g (3); default: return 0; } }
int main (void)
{
  int sum = 0;
  for (int a = -130; a < 1002; a++)
    sum += few (a) + table (a) * 3 + bits (a) * 5 + ranges (a) * 7;
  sum += table (-3000000) + ranges (1UL << 63) + ranges (~0UL) + huge (5) + huge ((__int128) 1 << 40) + huge ((__int128) 1 << 90);
  if (sum != 3748)
    __builtin_abort ();
  return 0;
}

