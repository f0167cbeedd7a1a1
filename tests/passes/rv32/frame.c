/* { dg-do compile } */
/* { dg-options "-march=rv32gc -mabi=ilp32d -O0" } */

/* Words of 32 bits in the frame and in what a function returns. */
void g (void);
int h (void);
int number (void) { return 3; }
/* { dg-final { scan-assembler "number:\n\taddi\tsp,sp,-16\n\tsw\ts0,12\\(sp\\)\n\taddi\ts0,sp,16\n\tli\ta5,3\n\tmv\ta0,a5\n\tlw\ts0,12\\(sp\\)\n\taddi\tsp,sp,16\n\tjr\tra" } } */
int calls (void) { g (); return h (); }
/* { dg-final { scan-assembler "calls:\n\taddi\tsp,sp,-16\n\tsw\tra,12\\(sp\\)\n\tsw\ts0,8\\(sp\\)\n\taddi\ts0,sp,16\n\tcall\tg@plt\n\tcall\th@plt" } } */
/* { dg-final { scan-assembler "attribute arch, \"rv32i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0\"" } } */
/* { dg-final { scan-assembler-not "\td" } } */
