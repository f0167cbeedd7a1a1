/* A byte of the frame has an address of its own.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-vregs" } */

long __RTL (startwith ("vregs")) f (long a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (mem/c:QI (plus:DI (reg/f:DI virtual-stack-vars) (const_int -17)) [0  S1 A8]) (subreg:QI (reg/v:DI <0> [ a ]) 0)))
      (cinsn 5 (set (reg:DI <1>) (zero_extend:DI (mem/c:QI (plus:DI (reg/f:DI virtual-stack-vars) (const_int -17)) [0  S1 A8]))))
      (cinsn 6 (set (reg/i:DI a0) (reg:DI <1>)))
      (cinsn 7 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler {sb\ta5,-33\(s0\)} } } */
/* { dg-final { scan-assembler {lbu\ta5,-33\(s0\)} } } */
