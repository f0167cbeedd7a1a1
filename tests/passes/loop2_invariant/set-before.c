/* What is set twice before the loop is the same in it.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-loop2_invariant" } */

long __RTL (startwith ("loop2_invariant")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 4 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 5 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cnote 6 NOTE_INSN_FUNCTION_BEG)
      (cinsn 11 (set (reg/v:DI <1> [ b ]) (plus:DI (reg/v:DI <1> [ b ]) (reg/v:DI <0> [ a ]))))
      (cinsn 7 (set (reg:DI <2>) (const_int 0)))
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 3)
      (clabel 2 2)
      (cnote 8 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 9 (set (reg:DI <3>) (mult:DI (reg/v:DI <1> [ b ]) (reg/v:DI <1> [ b ]))))
      (cinsn 10 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg:DI <3>))))
      (cinsn 13 (set (reg/v:DI <0> [ a ]) (plus:DI (reg/v:DI <0> [ a ]) (const_int -1))))
      (cjump_insn 14 (set (pc)
              (if_then_else (ne (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 2)
                  (pc))))
      (edge-to 4 (flags "FALLTHRU"))
      (edge-to 3)
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (cnote 15 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 16 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 17 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 4
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler {\tmul\t[^\n]*\n(?:\t[^\n]*\n)*\.L[0-9]+:} } } */
/* { dg-final { scan-assembler-not {\.L[0-9]+:\n(?:\t[^\n]*\n)*\tmul} } } */
