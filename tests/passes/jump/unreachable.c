/* What nothing leads to goes.  */
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
      (cjump_insn 8 (set (pc) (label_ref 3)))
      (edge-to 4)
    ) ;; block 2
    (cbarrier 9)
    (block 3
      (clabel 2 2)
      (cnote 10 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 11 (set (reg:DI <2>) (const_int 1222)))
      (edge-to 4 (flags "FALLTHRU"))
    ) ;; block 3
    (block 4
      (edge-from 2)
      (edge-from 3 (flags "FALLTHRU"))
      (clabel 3 3)
      (cnote 12 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 13 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 14 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump {const_int 1 } "jump" } } */
/* { dg-final { scan-rtl-dump-not "1222" "jump" } } */
/* { dg-final { scan-rtl-dump-not "barrier" "jump" } } */
