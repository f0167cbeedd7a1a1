/* The definition is not moved past an insn that changes what it reads.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine" } */

long __RTL (startwith ("combine")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cnote 5 NOTE_INSN_FUNCTION_BEG)
      (cinsn 6 (set (reg:DI <2>) (plus:DI (reg/v:DI <0> [ a ]) (const_int 24))))
      (cinsn 7 (set (reg/v:DI <0> [ a ]) (reg/v:DI <1> [ b ])))
      (cinsn 8 (set (reg:DI <3>) (mem:DI (reg:DI <2>) [0  S8 A64]))
             (expr_list:REG_DEAD (reg:DI <2>)))
      (cinsn 9 (set (reg:DI <4>) (xor:DI (reg:DI <3>) (reg/v:DI <0> [ a ]))))
      (cinsn 10 (set (reg/i:DI a0) (reg:DI <4>)))
      (cinsn 11 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler "xor\ta0,a.,a1|xor\ta0,a1,a" } } */
/* { dg-final { scan-assembler {ld\ta.,24\(a0\)|addi\ta.,a0,24} } } */
