/* A loop that tests at its top: with -Os it does not get one.  */
/* { dg-do compile } */
/* { dg-options "-Os" } */

long __RTL (startwith ("vregs")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 6 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cnote 7 NOTE_INSN_FUNCTION_BEG)
      (cinsn 8 (set (reg:DI <2>) (const_int 0)))
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 4)
      (clabel 2 2)
      (cnote 9 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 10 (set (pc)
              (if_then_else (eq (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 3)
                  (pc))))
      (edge-to 4 (flags "FALLTHRU"))
      (edge-to 5)
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (cnote 11 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 12 (set (reg:DI <2>) (plus:DI (reg:DI <2>) (reg/v:DI <1> [ b ]))))
      (cinsn 13 (set (reg/v:DI <0> [ a ]) (plus:DI (reg/v:DI <0> [ a ]) (const_int -1))))
      (cjump_insn 14 (set (pc) (label_ref 2)))
      (edge-to 3)
    ) ;; block 4
    (cbarrier 15)
    (block 5
      (edge-from 3)
      (clabel 3 3)
      (cnote 16 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 17 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 18 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 5
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-assembler-times {\tb(?:eq|ne)z?\t} 1 } } */
/* { dg-final { scan-assembler-times "\tj\t" 1 } } */
