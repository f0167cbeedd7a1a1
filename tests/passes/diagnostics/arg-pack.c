/* Arguments that are nowhere: what takes them is not inlined. */
/* { dg-do compile } */
/* { dg-options "-O1" } */
__attribute__((noinline)) int f(int n, ...) { return __builtin_va_arg_pack_len() + n; } /* { dg-error "invalid use of '__builtin_va_arg_pack_len \\(\\)'" } */
int g(int n, ...) { return f(n, __builtin_va_arg_pack()); } /* { dg-error "invalid use of '__builtin_va_arg_pack \\(\\)'" } */
