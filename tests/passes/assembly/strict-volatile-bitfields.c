/* { dg-do compile } */
/* { dg-options "-O2 -fstrict-volatile-bitfields" } */

/* Volatile bit-fields are read and written in the width of their type, unless members beside them would be written. */
typedef struct { unsigned a : 8; unsigned b : 8; unsigned c : 16; } whole;
typedef struct { unsigned a : 8; unsigned b : 8; } half;
int read_one (volatile whole *p) { return p->a; }
/* { dg-final { scan-assembler "read_one:\n\tlwu?\ta\[0-7\],0\\(a0\\)" } } */
int read_half (volatile half *p) { return p->b; }
/* { dg-final { scan-assembler "read_half:\n\tlwu?\ta\[0-7\],0\\(a0\\)" } } */
void write_one (volatile whole *p, int v) { p->b = v; }
/* { dg-final { scan-assembler "write_one:(?:\n\t(?:lw|li|and|andi|slli|srli|or|add|addi).*)*\n\tsw\ta\[0-7\],0\\(a0\\)" } } */
void write_half (volatile half *p, int v) { p->b = v; }
/* { dg-final { scan-assembler "write_half:(?:\n\t(?:lhu|lh|li|and|andi|slli|srli|slliw|srliw|or|add|addi).*)*\n\tsh\ta\[0-7\],0\\(a0\\)" } } */
