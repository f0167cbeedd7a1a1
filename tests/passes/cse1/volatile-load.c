/* A volatile place is loaded as often as is written.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-cse1" } */

long __RTL (startwith ("cse1")) f (long *a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (mem/v:DI (reg/v:DI <0> [ a ]) [0  S8 A64])))
      (cinsn 6 (set (reg:DI <2>) (mem/v:DI (reg/v:DI <0> [ a ]) [0  S8 A64])))
      (cinsn 7 (set (reg:DI <3>) (plus:DI (reg:DI <1>) (reg:DI <2>))))
      (cinsn 8 (set (reg/i:DI a0) (reg:DI <3>)))
      (cinsn 9 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump-times {\(mem/v:DI} 2 "cse1" } } */
