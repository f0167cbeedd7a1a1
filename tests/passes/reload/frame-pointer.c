/* With a frame pointer places are addressed from that.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-omit-frame-pointer -fdump-rtl-reload" } */

long __RTL (startwith ("vregs")) f (long a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (mem/c:DI (plus:DI (reg/f:DI virtual-stack-vars) (const_int -8)) [0  S8 A64]) (reg/v:DI <0> [ a ])))
      (cinsn 5 (set (reg:DI <1>) (mem/c:DI (plus:DI (reg/f:DI virtual-stack-vars) (const_int -8)) [0  S8 A64])))
      (cinsn 6 (set (reg/i:DI a0) (reg:DI <1>)))
      (cinsn 7 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump {plus:DI \(reg[^ ]* 8 s0\)} "reload" } } */
