/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

/* Code gets at variables of one section by way of its anchor, in the order in which it first asks for them; the others
   of the section follow, the last first. */
static int a, b[10];
int c = 4, unused, later;
static const int table[3] = { 1, 2, 3 };
int f (int i)
{
  a++;
  b[i] = c;
  return table[i];
}
int *address (void) { return &b[2]; }

/* { dg-final { scan-rtl-dump {\(symbol_ref:DI \("\*\.LANCHOR0"\) \[flags 0x182\]\)} "expand" } } */
/* { dg-final { scan-assembler {\.set\t\.LANCHOR0,\. \+ 0\n\t\.type\ta, @object\n\t\.size\ta, 4\na:\n\t\.zero\t4\n\t\.zero\t4\n\t\.type\tb} } } */
/* { dg-final { scan-assembler {b:\n\t\.zero\t40\n\t\.type\tlater.*\t\.type\tunused} } } */
/* { dg-final { scan-assembler {\.data\n\t\.align\t2\n\t\.set\t\.LANCHOR1,\. \+ 0\n\t\.type\tc} } } */
/* { dg-final { scan-assembler {\.section\t\.rodata\n\t\.align\t3\n\t\.set\t\.LANCHOR2,\. \+ 0\n\t\.type\ttable} } } */
