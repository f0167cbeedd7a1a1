/* A load is not moved past a store that may be to the same place.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine" } */

long __RTL (startwith ("combine")) f (long *a, long *b)
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
      (cinsn 6 (set (reg:SI <2>) (mem:SI (reg/v:DI <0> [ a ]) [0  S4 A32])))
      (cinsn 7 (set (mem:SI (reg/v:DI <1> [ b ]) [0  S4 A32]) (const_int 0)))
      (cinsn 8 (set (reg:DI <3>) (sign_extend:DI (reg:SI <2>)))
             (expr_list:REG_DEAD (reg:SI <2>)))
      (cinsn 9 (set (reg/i:DI a0) (reg:DI <3>)))
      (cinsn 10 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler {lw[^\n]*\n\tsw\tzero} } } */
