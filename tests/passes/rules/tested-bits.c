/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original -fdump-tree-forwprop1" } */

/* Bits that are tested: in trees, and where names stand between. Each function is named by what one rule is for. */

int high_bits_clear (int x) { int y = x & -256; return y != 0; }
int low_bits_small (int x) { return (x & 0xff) < 16; }
int low_bits_not_small (int x) { int y = x & 8191; return y > 15; }
int other_bits_small (int x) { return (x & 0xf3) < 16; }
int pointer_equal (void *p) { return (long) p != 12; }
int pointer_kept_equal (void *p) { long n = (long) p; return n == 24; }
int sign_as_number (int x) { return x < 0 ? 1 : 0; }
int sign_of_long (long x) { return x < 0 ? 1 : 0; }
int sign_is_lowest (int x) { int y = x >> 31; return y & 1; }
long bit_as_number (int x) { return (x & 32) ? 1 : 0; }
int mask_not_needed (long x) { if (x & 64 ? 1 : 0) return 3; return 5; }
int sum_of_separate_bits (int x, int y) { return (x & 3) + (y & 12); }
int sum_of_kept_bits (int x, int y) { int a = x & 16, b = y & 32; return a + b; }
int product_of_power (int x) { return 64 - x * 8; }

/* { dg-final { scan-tree-dump "_\[0-9\]+ = \\(unsigned int\\) x_\[0-9\]+\\(D\\);\\n\[^\\n\]*_\[0-9\]+ > 255;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "return \\(x & 240\\) == 0;" "original" } } */
/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(D\\) & 8176;\\n\[^\\n\]*!= 0;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "return \\(x & 243\\) <= 15;" "original" } } */
/* { dg-final { scan-tree-dump "return p != 12B;" "original" } } */
/* { dg-final { scan-tree-dump "p_\[0-9\]+\\(D\\) == 24B" "forwprop1" } } */
/* { dg-final { scan-tree-dump "return \\(int\\) \\(\\(unsigned int\\) x >> 31\\);" "original" } } */
/* { dg-final { scan-tree-dump "return \\(int\\) \\(x >> 63\\) & 1;" "original" } } */
/* { dg-final { scan-tree-dump "\\(unsigned int\\) x_\[0-9\]+\\(D\\);\\n\[^\\n\]*>> 31;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "return \\(long int\\) \\(x >> 5\\) & 1;" "original" } } */
/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(D\\) >> 6;\\n\[^\\n\]*\\(_Bool\\) _\[0-9\]+;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "return x & 3 \\| y & 12;" "original" } } */
/* { dg-final { scan-tree-dump "\[ab\]_\[0-9\]+ \\| \[ab\]_\[0-9\]+;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "return \\(8 - x\\) \\* 8;" "original" } } */
