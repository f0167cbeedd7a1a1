/* The functions that check formats are folded as those that do not. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */
#include <stdarg.h>
#include <stdio.h>

int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...);
int __vprintf_chk(int, const char *, va_list);

void print(FILE *file, const char *text, va_list list) {
  __printf_chk(1, "line\n");
  __printf_chk(1, "%c", 'a');
  __printf_chk(1, "%d\n", 7);
  __fprintf_chk(file, 1, "%s", text);
  __fprintf_chk(file, 1, "b");
  __vprintf_chk(1, "c", list);
  __vprintf_chk(1, "%d", list);
}

int counted(void) { return __printf_chk(1, "kept\n"); }

/* { dg-final { scan-tree-dump-times "__builtin_puts \\(&?\"line\"" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__builtin_putchar \\(97\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__builtin_putchar \\(99\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__builtin_fputs \\(text_\[0-9\]+\\(D\\), file_\[0-9\]+\\(D\\)\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__builtin_fputc \\(98, file_\[0-9\]+\\(D\\)\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__printf_chk" 2 "optimized" } } */
/* { dg-final { scan-tree-dump-times "__vprintf_chk" 1 "optimized" } } */
