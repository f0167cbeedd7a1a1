/* { dg-do compile } */
/* { dg-options "-O2 -fzero-call-used-regs=used-gpr -fno-schedule-insns2" } */

/* Registers that a caller does not rely on are zeros when a function returns, but for its result. */
int none (int a, int b) __attribute__ ((zero_call_used_regs ("skip")));
int none (int a, int b) { return a - b; }
/* { dg-final { scan-assembler "none:\n\tsubw\ta0,a0,a1\n\tret" } } */

int used (int a, int b) { return a - b; }
/* { dg-final { scan-assembler "used:\n\tsubw\ta0,a0,a1\n\tli\ta1,0\n\tret" } } */

double all (double a, double b) __attribute__ ((zero_call_used_regs ("all-arg")));
double all (double a, double b) { return a - b; }
/* { dg-final { scan-assembler "all:\n\tfsub.d\tfa0,fa0,fa1\n\tli\ta0,0\n(?:\tli\ta\[1-7\],0\n){7}(?:\tfmv.d.x\tfa\[1-7\],zero\n){7}\tret" } } */
