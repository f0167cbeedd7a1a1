/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine" } */

/* Whether a register is less than a number, or no more than it, is one insn.  */

int no_more (int a) { return a <= 4; }
int less (int a) { return a < 8; }
int unsigned_no_more (unsigned a) { return a <= 16; }
long wide_no_more (long a) { return a <= 2046; }
long wide_less (long a) { return a < 5000; }
long more (long a) { return a > 32; }
unsigned long unsigned_more (unsigned long a) { return a > 64; }

/* { dg-final { scan-assembler "no_more:\n\tslti\ta0,a0,5\n" } } */
/* { dg-final { scan-assembler "less:\n\tslti\ta0,a0,8\n" } } */
/* { dg-final { scan-assembler "unsigned_no_more:\n\tsltiu\ta0,a0,17\n" } } */
/* { dg-final { scan-assembler "wide_no_more:\n\tslti\ta0,a0,2047\n" } } */
/* { dg-final { scan-assembler "slt\ta0,a0,a5\n\tret\n" } } */
/* { dg-final { scan-assembler "more:\n\tslti\ta0,a0,33\n\txori\ta0,a0,1\n" } } */
/* { dg-final { scan-assembler "unsigned_more:\n\tsltiu\ta0,a0,65\n\txori\ta0,a0,1\n" } } */
/* { dg-final { scan-rtl-dump "{\\*sleu_didi}" "combine" } } */
