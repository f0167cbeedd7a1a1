/* So does a branch.  */
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
      (cjump_insn 7 (set (pc)
              (if_then_else (lt (reg/v:DI <0> [ a ]) (reg/v:DI <1> [ b ]))
                  (label_ref 2)
                  (pc))))
      (edge-to 3 (flags "FALLTHRU"))
      (edge-to 3)
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 2)
      (clabel 2 2)
      (cnote 8 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 9 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 10 (use (reg/i:DI a0)))
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
