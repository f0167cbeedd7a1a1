/* Floating-point values get registers of theirs.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-ira" } */

double __RTL (startwith ("ira")) f (double a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DF <0> [ a ]) (reg:DF fa0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DF <1>) (mult:DF (reg/v:DF <0> [ a ]) (reg/v:DF <0> [ a ]))))
      (cinsn 6 (set (reg/i:DF fa0) (reg:DF <1>)))
      (cinsn 7 (use (reg/i:DF fa0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DF fa0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler {fmul.d\tfa0,fa0,fa0} } } */
