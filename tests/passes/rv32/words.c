/* { dg-do compile } */
/* { dg-options "-march=rv32gc -mabi=ilp32d -O2" } */

/* Words of 32 bits are computed with as they are; what has 64 is two of them.  */
int sum (int a, int b) { return a + b; }
/* { dg-final { scan-assembler "sum:\n\tadd\ta0,a0,a1\n\tret" } } */
int less (int a, int b) { return a < b; }
/* { dg-final { scan-assembler "less:\n\tslt\ta0,a0,a1\n\tret" } } */
unsigned char byte (unsigned char c) { return c + 1; }
/* { dg-final { scan-assembler "addi\ta\[05\],a0,1\n\tandi\ta0,a\[05\],0xff\n\tret" } } */
short half (short s) { return s + 1; }
/* { dg-final { scan-assembler "slli\ta0,a\[05\],16\n\tsrai\ta0,a0,16" } } */
int *element (int *p, int i) { return &p[i]; }
/* { dg-final { scan-assembler "slli\ta\[15\],a1,2" } } */
unsigned high (unsigned a, unsigned b) { return (unsigned long long) a * b >> 32; }
/* { dg-final { scan-assembler "high:\n\tmulhu\ta0,a0,a1\n\tret" } } */
long long both (long long a, long long b) { return a & b; }
/* { dg-final { scan-assembler "and\ta0,a0,a2" } } */
/* { dg-final { scan-assembler "and\ta1,a1,a3" } } */
long long quotient (long long a, long long b) { return a / b; }
/* { dg-final { scan-assembler "(call|tail)\t__divdi3" } } */
double product (double a, double b) { return a * b; }
/* { dg-final { scan-assembler "product:\n\tfmul.d\tfa0,fa0,fa1\n\tret" } } */
double nothing (void) { return 0; }
/* { dg-final { scan-assembler "fcvt.d.w\tfa0,(zero|x0)" } } */
int whole (double d) { return d; }
/* { dg-final { scan-assembler "fcvt.w.d a0,fa0,rtz" } } */
/* { dg-final { scan-assembler-not "\t(addi?w|subw|sext.w|ld|sd|lwu|fmv.x.d|fmv.d.x)\t" } } */
long long shifted (long long a, int n) { return a << n; }
/* { dg-final { scan-assembler "shifted:\n\taddi\ta\[45\],a2,-32\n\tblt\ta\[45\],zero" } } */
int negative (long long a) { return a < 0; }
/* { dg-final { scan-assembler "negative:\n\tsrli\ta0,a1,31\n\tret" } } */
/* { dg-final { scan-assembler-not "__ashldi3" } } */
