/* As blocks.c, after most of the optimisation: empty blocks are left out.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize-coverage=trace-pc -fdump-tree-sancov1" } */

int g (int);
int f (int a) { if (a) { lab: g (a); a = g (a - 1); if (a > 3) goto lab; } return a; }
__attribute__ ((no_sanitize_coverage)) int h (int a) { return g (a); }

/* { dg-final { scan-tree-dump-times "__builtin___sanitizer_cov_trace_pc \\(\\);" 3 "sancov1" } } */
/* { dg-final { scan-tree-dump "lab:\n  __builtin___sanitizer_cov_trace_pc \\(\\);\n  g \\(a_" "sancov1" } } */
/* { dg-final { scan-assembler-times "call\t__sanitizer_cov_trace_pc" 3 } } */
