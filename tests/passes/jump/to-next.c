/* A jump to the next insn goes.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-jump" } */

long __RTL (startwith ("jump")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 4 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 5 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cinsn 6 (set (reg:DI <2>) (const_int 1)))
      (cjump_insn 7 (set (pc) (label_ref 2)))
      (edge-to 3)
    ) ;; block 2
    (cbarrier 8)
    (block 3
      (edge-from 2)
      (clabel 2 2)
      (cnote 9 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 10 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 11 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 3
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump {const_int 1 } "jump" } } */
/* { dg-final { scan-rtl-dump-not "jump_insn" "jump" } } */
/* { dg-final { scan-rtl-dump-not "code_label" "jump" } } */
