/* Without optimisation as well: pairs of registers are never allocated.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-ira" } */

__int128 __RTL (startwith ("ira")) f (__int128 a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (subreg:DI (reg:TI <0>) 0) (reg:DI a0)))
      (cinsn 4 (set (subreg:DI (reg:TI <0>) 8) (reg:DI a1)))
      (cinsn 5 (set (reg:DI a0) (subreg:DI (reg:TI <0>) 0)))
      (cinsn 6 (set (reg:DI a1) (subreg:DI (reg:TI <0>) 8)))
      (cinsn 7 (use (reg:DI a0)))
      (cinsn 8 (use (reg:DI a1)))
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

/* { dg-final { scan-rtl-dump {r72: preferred GR_REGS} "ira" } } */
/* { dg-final { scan-rtl-dump-not "subreg:DI .reg:TI" "ira" } } */
