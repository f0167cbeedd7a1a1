/* The opposite of less is greater or equal.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-jump" } */

long __RTL (startwith ("jump")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 6 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cinsn 7 (set (reg:DI <2>) (const_int 1)))
      (cjump_insn 8 (set (pc)
              (if_then_else (lt (reg/v:DI <0> [ a ]) (reg/v:DI <1> [ b ]))
                  (label_ref 2)
                  (pc))))
      (edge-to 3 (flags "FALLTHRU"))
      (edge-to 4)
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (cnote 9 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cjump_insn 10 (set (pc) (label_ref 3)))
      (edge-to 5)
    ) ;; block 3
    (cbarrier 11)
    (block 4
      (edge-from 2)
      (clabel 2 2)
      (cnote 12 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 13 (set (reg:DI <2>) (const_int 2)))
      (edge-to 5 (flags "FALLTHRU"))
    ) ;; block 4
    (block 5
      (edge-from 3)
      (edge-from 4 (flags "FALLTHRU"))
      (clabel 3 3)
      (cnote 14 [bb 5] NOTE_INSN_BASIC_BLOCK)
      (cinsn 15 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 16 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump-times "jump_insn" 1 "jump" } } */
/* { dg-final { scan-rtl-dump {\(ge \(reg} "jump" } } */
