/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-expand" } */

/* What a variable holds before it is assigned is read from its slot, so that a debugger and the program see the same; and a
   function that never gives its value forgets its register and ends in a `nop`. */

int
unassigned (void)
{
  int x;
  return x;
}

int
valueless (int *p)
{
  *p = 1;
}

/* { dg-final { scan-rtl-dump {\(sign_extend:DI \(mem/c:SI \(plus:DI \(reg/f:DI 67 virtual-stack-vars\)\s+\(const_int -4 \[[^\]]*\]\)\) \[1 x\+0 S4 A32\]\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(clobber \(reg/i:DI 10 a0\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {\(insn [0-9]+ [0-9]+ [0-9]+ 2 \(const_int 0 \[0\]\)} "expand" } } */
/* { dg-final { scan-rtl-dump "try_optimize_cfg iteration 1" "expand" } } */
/* { dg-final { scan-rtl-dump ";; Full RTL generated for this function:" "expand" } } */
