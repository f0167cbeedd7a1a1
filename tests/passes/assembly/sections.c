/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Where objects go. */
int data = 1;
int bss;
const int rodata = 2;
static int local = 3;
const char *f (void) { local++; return "text"; }

/* { dg-final { scan-assembler "\t.data|\t.section\t.sdata" } } */
/* { dg-final { scan-assembler "\t.bss|\t.section\t.sbss" } } */
/* { dg-final { scan-assembler "\t.section\t.s?rodata" } } */
/* { dg-final { scan-assembler "text" } } */
/* { dg-final { scan-assembler-not "\t.globl\tlocal" } } */
