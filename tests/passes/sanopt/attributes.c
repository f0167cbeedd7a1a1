/* Functions that say so are not looked at, for the kinds they name.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fsanitize=undefined -fsanitize-undefined-trap-on-error -fdump-tree-optimized" } */

__attribute__ ((no_sanitize_undefined)) int none (int a, int b, int *p) { return (a / b + a) << *p; }
__attribute__ ((no_sanitize ("shift", "null,alignment,object-size"))) int some (int a, int b, int *p) { return (a + b) << *p; }
__attribute__ ((no_sanitize ("bounds"))) int all (int a, int b) { return a / b; }

/* { dg-final { scan-tree-dump-times "UBSAN_CHECK_ADD" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__builtin_trap" 1 "optimized" } } */
