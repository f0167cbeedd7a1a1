/* A use is none of the machine.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-vregs" } */

long __RTL (startwith ("vregs")) f (long a, long b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cinsn 5 (set (reg/i:DI a0) (reg/v:DI <1> [ b ])))
      (cinsn 6 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump {use \(reg/i:DI 10 a0\)\) -1} "vregs" } } */
