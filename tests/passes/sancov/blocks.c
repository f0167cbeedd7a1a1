/* Every block that has something in it says that it runs, after its labels; functions that ask not to say nothing.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fsanitize-coverage=trace-pc -fdump-tree-sancov_O0" } */

int g (int);
int f (int a) { if (a) { lab: g (a); a = g (a - 1); if (a > 3) goto lab; } return a; }
__attribute__ ((no_sanitize_coverage)) int h (int a) { return g (a); }

/* { dg-final { scan-tree-dump-times "__builtin___sanitizer_cov_trace_pc \\(\\);" 5 "sancov_O0" } } */
/* { dg-final { scan-tree-dump "lab:\n  __builtin___sanitizer_cov_trace_pc \\(\\);\n  g \\(a_" "sancov_O0" } } */
/* { dg-final { scan-assembler-times "call\t__sanitizer_cov_trace_pc" 5 } } */
