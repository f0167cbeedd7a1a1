/* And loaded.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-subreg1" } */

__int128 __RTL (startwith ("subreg1")) f (long *p)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg:DI <0>) (reg:DI a0)))
      (cinsn 4 (set (subreg:DI (reg:TI <1>) 0) (mem:DI (reg:DI <0>) [0  S8 A64])))
      (cinsn 5 (set (subreg:DI (reg:TI <1>) 8) (mem:DI (plus:DI (reg:DI <0>) (const_int 8)) [0  S8 A64])))
      (cinsn 6 (set (reg:DI a0) (subreg:DI (reg:TI <1>) 0)))
      (cinsn 7 (set (reg:DI a1) (subreg:DI (reg:TI <1>) 8)))
      (cinsn 8 (use (reg:DI a0)))
      (cinsn 9 (use (reg:DI a1)))
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

/* { dg-final { scan-rtl-dump-not ":TI" "subreg1" } } */
/* { dg-final { scan-assembler {ld\ta1,8\(a} } } */
