/* Inline assembly has its place in the source with it; statements next to each other share the marks around them.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */
void f (void)
{
  __asm__ volatile ("nop");
  __asm__ volatile ("nop");
  __asm__ volatile ("");
}
/* { dg-final { scan-assembler "f:\n#APP\n# 6 \"\[^\n\]*asm-places.c\" 1\n\tnop\n# 0 \"\" 2\n# 7 \"\[^\n\]*asm-places.c\" 1\n\tnop\n# 0 \"\" 2\n#NO_APP\n\tret" } } */
