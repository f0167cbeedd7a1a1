/* Two that live at once get two registers.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-ira" } */

long __RTL (startwith ("ira")) f (long a, long b)
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
      (cinsn 6 (set (reg:DI <2>) (mult:DI (reg/v:DI <0> [ a ]) (reg/v:DI <1> [ b ]))))
      (cinsn 7 (set (reg:DI <3>) (xor:DI (reg:DI <2>) (reg/v:DI <0> [ a ]))))
      (cinsn 8 (set (reg:DI <4>) (and:DI (reg:DI <3>) (reg:DI <2>))))
      (cinsn 9 (set (reg/i:DI a0) (reg:DI <4>)))
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

/* { dg-final { scan-assembler {mul\ta(\d),a\d,a\d\n\txor\ta(?!\1)\d,} } } */
