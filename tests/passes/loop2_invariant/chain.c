/* What is computed of what moves moves, too.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-loop2_invariant -fno-schedule-insns2" } */

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
      (cinsn 7 (set (reg:DI <2>) (const_int 0)))
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 3)
      (clabel 2 2)
      (cnote 8 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 9 (set (reg:DI <3>) (mult:DI (reg/v:DI <1> [ b ]) (reg/v:DI <1> [ b ]))))
      (cinsn 10 (set (reg:DI <4>) (xor:DI (reg:DI <3>) (reg/v:DI <1> [ b ]))))
      (cinsn 11 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg:DI <4>))))
      (cinsn 12 (set (reg/v:DI <0> [ a ]) (plus:DI (reg/v:DI <0> [ a ]) (const_int -1))))
      (cjump_insn 13 (set (pc)
              (if_then_else (ne (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 2)
                  (pc))))
      (edge-to 4 (flags "FALLTHRU"))
      (edge-to 3)
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (cnote 14 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 15 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 16 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler {mul[^\n]*\n[^\n]*xor[^\n]*\n(?:[^\n]*\n)*\.L} } } */
