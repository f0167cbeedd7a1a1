/* What nobody reads is deleted on the way, but not what is volatile.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

long __RTL (startwith ("vregs")) f (long a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (plus:DI (reg/v:DI <0> [ a ]) (const_int 77))))
      (cinsn 6 (set (reg:DI <2>) (plus:DI (reg/v:DI <0> [ a ]) (const_int 78))))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler-not {,77} } } */
/* { dg-final { scan-assembler {,78} } } */
