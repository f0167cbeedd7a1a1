/* { dg-do compile } */
/* { dg-options "-O2 -msave-restore -fno-pic" } */

/* Functions of the library save the registers that functions keep, and return for them. */
int g (int);
double h (double);
void use (char *);
int two (int x) { return g (x) + g (x + 1); }
/* { dg-final { scan-assembler "two:\n\tcall\tt0,__riscv_save_2\n" } } */
/* { dg-final { scan-assembler "\ttail\t__riscv_restore_2\n\t.size\ttwo" } } */
int many (int x, int y, int z, int w) { int t = g (x); t += g (y); t += g (z); t += g (w); return t + x * y * z * w; }
/* { dg-final { scan-assembler "many:\n\tcall\tt0,__riscv_save_\[56\]\n" } } */
/* What they do not save is saved as ever, after them. */
double real (double d) { return h (d) + d * h (d + 1); }
/* { dg-final { scan-assembler "real:\n\tcall\tt0,__riscv_save_0\n\taddi\tsp,sp,-16\n\tfsd\tfs0,8\\(sp\\)" } } */
int large (int x) { char b[5000]; use (b); return x + g (1); }
/* { dg-final { scan-assembler "large:\n\tcall\tt0,__riscv_save_1" } } */
int leaf (int x) { return x + 1; }
/* { dg-final { scan-assembler "leaf:\n\taddiw\ta0,a0,1\n\tret" } } */
