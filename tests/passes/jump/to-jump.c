/* A jump to a jump goes where that goes.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-jump" } */

long __RTL (startwith ("jump")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 5 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 6 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 7 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cinsn 8 (set (reg:DI <2>) (const_int 1)))
      (cjump_insn 9 (set (pc)
              (if_then_else (eq (reg/v:DI <0> [ a ]) (const_int 0))
                  (label_ref 2)
                  (pc))))
      (edge-to 3 (flags "FALLTHRU"))
      (edge-to 5)
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (cnote 10 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 11 (set (reg:DI <2>) (const_int 2)))
      (cjump_insn 12 (set (pc)
              (if_then_else (eq (reg/v:DI <1> [ b ]) (const_int 0))
                  (label_ref 4)
                  (pc))))
      (edge-to 4 (flags "FALLTHRU"))
      (edge-to 7)
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (cnote 13 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 14 (set (reg:DI <2>) (const_int 3)))
      (cjump_insn 15 (set (pc) (label_ref 4)))
      (edge-to 7)
    ) ;; block 4
    (cbarrier 16)
    (block 5
      (edge-from 2)
      (clabel 2 2)
      (cnote 17 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 18 (set (pc) (label_ref 4)))
      (edge-to 7)
    ) ;; block 5
    (cbarrier 19)
    (block 6
      (clabel 3 3)
      (cnote 20 [bb 6] NOTE_INSN_BASIC_BLOCK)
      (cinsn 21 (set (reg:DI <2>) (const_int 4)))
      (edge-to 7 (flags "FALLTHRU"))
    ) ;; block 6
    (block 7
      (edge-from 3)
      (edge-from 4)
      (edge-from 5)
      (edge-from 6 (flags "FALLTHRU"))
      (clabel 4 4)
      (cnote 22 [bb 7] NOTE_INSN_BASIC_BLOCK)
      (cinsn 23 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 24 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 7
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump-times "code_label" 1 "jump" } } */
