/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-expand" } */

/* Without optimization each operand is loaded on its own, and an operation
   stands apart from the extension of its result.  Parameters leave their
   registers first of all, and are converted and stored after.  */
int
add (int a, int b)
{
  return a + b;
}

/* A comparison extends both its operands.  */
int
less (unsigned char a, short b)
{
  if (a < b)
    return 1;
  return 2;
}

/* { dg-final { scan-rtl-dump "\\(set \\(reg:DI 74\\)\[ \n\]+\\(reg:DI 10 a0 \\\[ a \\\]\\)\\).*\\(set \\(reg:DI 76\\)\[ \n\]+\\(reg:DI 11 a1 \\\[ b \\\]\\)\\).*\\(subreg:SI \\(reg:DI 74\\) 0\\)" "expand" } } */
/* { dg-final { scan-rtl-dump "\\(sign_extend:DI \\(mem/c:SI \\(plus:DI \\(reg/f:DI 67 virtual-stack-vars\\)\[ \n\]+\\(const_int -4 \\\[0xfffffffffffffffc\\\]\\)\\) \\\[1 a\\+0 S4 A32\\\]\\)\\)" "expand" } } */
/* { dg-final { scan-rtl-dump "\\(set \\(reg:SI 78\\)\[ \n\]+\\(plus:SI \\(reg:SI 79\\)\[ \n\]+\\(reg:SI 81\\)\\)\\)" "expand" } } */
/* { dg-final { scan-rtl-dump-not "sign_extend:DI \\(plus:SI" "expand" } } */
/* { dg-final { scan-rtl-dump "\\(use \\(reg/i:DI 10 a0\\)\\)" "expand" } } */
/* { dg-final { scan-rtl-dump-times "NOTE_INSN_FUNCTION_BEG" 2 "expand" } } */
/* { dg-final { scan-rtl-dump "zero_extend:SI \\(mem/c:QI" "expand" } } */
