/* An operation on the words is one on the pseudos.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-subreg1" } */

__int128 __RTL (startwith ("subreg1")) f (__int128 a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (subreg:DI (reg:TI <0>) 0) (reg:DI a0)))
      (cinsn 4 (set (subreg:DI (reg:TI <0>) 8) (reg:DI a1)))
      (cinsn 5 (set (subreg:DI (reg:TI <1>) 0) (and:DI (subreg:DI (reg:TI <0>) 0) (subreg:DI (reg:TI <0>) 8))))
      (cinsn 6 (set (subreg:DI (reg:TI <1>) 8) (const_int 0)))
      (cinsn 7 (set (reg:DI a0) (subreg:DI (reg:TI <1>) 0)))
      (cinsn 8 (set (reg:DI a1) (subreg:DI (reg:TI <1>) 8)))
      (cinsn 9 (use (reg:DI a0)))
      (cinsn 10 (use (reg:DI a1)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg:TI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump {and:DI \(reg:DI [0-9]+\)\n +\(reg:DI} "subreg1" } } */
/* { dg-final { scan-rtl-dump-not ":TI" "subreg1" } } */
