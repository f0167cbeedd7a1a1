/* Parts of pseudos become registers of their mode.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-reload" } */

long __RTL (startwith ("vregs")) f (long a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (reg:DI <1>) (sign_extend:DI (subreg:SI (reg/v:DI <0> [ a ]) 0))))
      (cinsn 5 (set (reg/i:DI a0) (reg:DI <1>)))
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

/* { dg-final { scan-rtl-dump {sign_extend:DI \(reg:SI 10 a0} "reload" } } */
/* { dg-final { scan-rtl-dump-not "subreg" "reload" } } */
