/* { dg-do compile } */
/* { dg-options "-march=rv32e -mabi=ilp32e -O0" } */

/* With 16 registers the stack is aligned to words. */
#if !defined __riscv_32e || !defined __riscv_abi_rve || __riscv_xlen != 32 || defined __riscv_mul
#error "macros"
#endif
void g (void);
int f (void) { g (); return 3; }
/* { dg-final { scan-assembler "stack_align, 4" } } */
/* { dg-final { scan-assembler "addi\tsp,sp,-12\n\tsw\tra,8\\(sp\\)\n\tsw\ts0,4\\(sp\\)\n\taddi\ts0,sp,12" } } */
