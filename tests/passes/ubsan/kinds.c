/* What GIMPLE shows of undefined behaviour becomes calls that end the program.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=undefined -fsanitize-undefined-trap-on-error -fdump-tree-ubsan -fdump-tree-original" } */

int add (int a, int b) { return a + b; }
int negate (int a) { return -a; }
int product (int a, int b) { return a * b; }
int absolute (int a) { return __builtin_abs (a); }
unsigned wraps (unsigned a, unsigned b) { return a + b; }
int load (int *p) { return *p; }
struct s { int a, b; };
int member (struct s *p) { return p->b; }
_Bool truth (_Bool *p) { return *p; }
char *sum (char *p, long i) { return p + i; }
char *constant (char *p) { return p; }
int leading (unsigned x) { return __builtin_clz (x); }
__attribute__ ((nonnull)) void takes (int *);
void give (int *p) { takes (p); }
__attribute__ ((returns_nonnull)) int *gives (int *p) { return p; }

/* { dg-final { scan-tree-dump-times "UBSAN_CHECK_ADD \\(a_\[0-9\]*\\(D\\), b_" 1 "ubsan" } } */
/* { dg-final { scan-tree-dump-times "UBSAN_CHECK_SUB \\(0, a_" 2 "ubsan" } } */
/* { dg-final { scan-tree-dump-times "UBSAN_CHECK_MUL" 1 "ubsan" } } */
/* { dg-final { scan-tree-dump-times "UBSAN_NULL \\(p_\[0-9\]*\\(D\\), 0B, 4\\);" 1 "ubsan" } } */
/* { dg-final { scan-tree-dump-times "UBSAN_NULL \\(p_\[0-9\]*\\(D\\), 3B, 4\\);" 1 "ubsan" } } */
/* { dg-final { scan-tree-dump-times "UBSAN_PTR \\(p_\[0-9\]*\\(D\\), i" 1 "ubsan" } } */
/* { dg-final { scan-tree-dump "UBSAN_OBJECT_SIZE \\(p_\[0-9\]*\\(D\\), 8, _\[0-9\]*, 0\\);" "ubsan" } } */
/* { dg-final { scan-tree-dump-times "__builtin_trap" 4 "ubsan" } } */
/* { dg-final { scan-tree-dump-times "> 1\\)" 1 "ubsan" } } */
/* { dg-final { scan-tree-dump "= a_\[0-9\]*\\(D\\) \\+ b_" "ubsan" } } */
