/* Words are stored each for itself.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-subreg1" } */

void __RTL (startwith ("subreg1")) f (__int128 a, long *p)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (subreg:DI (reg:TI <0>) 0) (reg:DI a0)))
      (cinsn 4 (set (subreg:DI (reg:TI <0>) 8) (reg:DI a1)))
      (cinsn 5 (set (reg:DI <1>) (reg:DI a2)))
      (cinsn 6 (set (mem:DI (reg:DI <1>) [0  S8 A64]) (subreg:DI (reg:TI <0>) 0)))
      (cinsn 7 (set (mem:DI (plus:DI (reg:DI <1>) (const_int 8)) [0  S8 A64]) (subreg:DI (reg:TI <0>) 8)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
  (crtl
    (return_rtx
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump-not ":TI" "subreg1" } } */
/* { dg-final { scan-assembler {sd\ta0,0\(a2\)} } } */
/* { dg-final { scan-assembler {sd\ta1,8\(a2\)} } } */
