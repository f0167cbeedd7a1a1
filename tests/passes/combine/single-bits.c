/* With Zbs, a bit is set, cleared, flipped and read by one insn; with Zbb a complement goes into what reads it.  */
/* { dg-do compile } */
/* { dg-options "-O2 -march=rv64gc_zbb_zbs" } */

unsigned long set (unsigned long a, int n) { return a | 1ul << n; }
unsigned long clear (unsigned long a, int n) { return a & ~(1ul << n); }
unsigned long flip (unsigned long a, int n) { return a ^ 1ul << n; }
unsigned long read (unsigned long a, int n) { return a >> n & 1; }
unsigned long set_40 (unsigned long a) { return a | 1ul << 40; }
unsigned long clear_40 (unsigned long a) { return a & ~(1ul << 40); }
unsigned long flip_40 (unsigned long a) { return a ^ 1ul << 40; }
unsigned long read_30 (unsigned a) { return a >> 30 & 1; }
unsigned long number (void) { return 1ul << 50; }
long but (long a, long b) { return a & ~b; }
long or_not (long a, long b) { return a | ~b; }
long alike (long a, long b) { return ~(a ^ b); }

/* { dg-final { scan-assembler-times "bset\t" 1 } } */
/* { dg-final { scan-assembler-times "bclr\t" 1 } } */
/* { dg-final { scan-assembler-times "binv\t" 1 } } */
/* { dg-final { scan-assembler-times "bext\t" 1 } } */
/* { dg-final { scan-assembler-times "bseti\ta0,a0,40" 1 } } */
/* { dg-final { scan-assembler-times "bseti\ta0,zero,50" 1 } } */
/* { dg-final { scan-assembler-times "bclri\t" 1 } } */
/* { dg-final { scan-assembler-times "binvi\t" 1 } } */
/* { dg-final { scan-assembler-times "bexti\t" 1 } } */
/* { dg-final { scan-assembler-times "andn\t" 1 } } */
/* { dg-final { scan-assembler-times "orn\t" 1 } } */
/* { dg-final { scan-assembler-times "xnor\t" 1 } } */
