/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* Functions that count or move bits, compared: of their arguments that can be said.  */

int ctz_greater (int a) { return __builtin_ctz (a) >= 3; }
int ctz_less (int b) { return __builtin_ctz (b) < 6; }
int ctz_equal (int g) { return __builtin_ctz (g) == 3; }
int ffs_zero (int c) { return __builtin_ffs (c) == 0; }
int ffs_equal (int d) { return __builtin_ffs (d) == 6; }
int popcount_zero (unsigned e) { return __builtin_popcount (e) > 0; }
int popcount_one (unsigned f) { return __builtin_popcount (f & 4); }
int clz_zero (unsigned h) { return __builtin_clz (h) == 0; }
int clz_last (unsigned i) { return __builtin_clz (i) == 31; }
int bswap_both (int x, int y) { return __builtin_bswap32 (x) == __builtin_bswap32 (y); }
int bswap_one (int z) { return __builtin_bswap32 (z) != 0x12345678; }

/* { dg-final { scan-tree-dump-not "__builtin" "optimized" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]+\\(D\\) & 7;" "optimized" } } */
/* { dg-final { scan-tree-dump "b_\[0-9\]+\\(D\\) & 63;" "optimized" } } */
/* { dg-final { scan-tree-dump "c_\[0-9\]+\\(D\\) == 0;" "optimized" } } */
/* { dg-final { scan-tree-dump "d_\[0-9\]+\\(D\\) & 63;" "optimized" } } */
/* { dg-final { scan-tree-dump "g_\[0-9\]+\\(D\\) & 15;" "optimized" } } */
/* { dg-final { scan-tree-dump "e_\[0-9\]+\\(D\\) != 0;" "optimized" } } */
/* { dg-final { scan-tree-dump "i_\[0-9\]+\\(D\\) == 1;" "optimized" } } */
/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(D\\) == y_\[0-9\]+\\(D\\);" "optimized" } } */
/* { dg-final { scan-tree-dump "z_\[0-9\]+\\(D\\) != 2018915346;" "optimized" } } */
