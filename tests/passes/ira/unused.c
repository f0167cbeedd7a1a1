/* A pseudo that nobody reads needs no register for long.  */
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
      (cinsn 6 (set (reg:DI <2>) (plus:DI (reg/v:DI <0> [ a ]) (reg/v:DI <1> [ b ]))))
      (cinsn 7 (set (reg/i:DI a0) (reg/v:DI <0> [ a ])))
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

/* { dg-final { scan-assembler {add\ta1,a0,a1} } } */
/* { dg-final { scan-assembler-not "s0" } } */
