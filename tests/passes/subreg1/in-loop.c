/* Words that a loop changes are two variables of it.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-subreg1" } */

long __RTL (startwith ("subreg1")) f (__int128 a, long n)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 3 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 4 (set (subreg:DI (reg:TI <0>) 0) (reg:DI a0)))
      (cinsn 5 (set (subreg:DI (reg:TI <0>) 8) (reg:DI a1)))
      (cinsn 6 (set (reg:DI <1>) (reg:DI a2)))
      (edge-to 3 (flags "FALLTHRU"))
    ) ;; block 2
    (block 3
      (edge-from 2 (flags "FALLTHRU"))
      (edge-from 3)
      (clabel 2 2)
      (cnote 7 [bb 3] NOTE_INSN_BASIC_BLOCK)
      (cinsn 8 (set (subreg:DI (reg:TI <0>) 8) (plus:DI (subreg:DI (reg:TI <0>) 8) (subreg:DI (reg:TI <0>) 0))))
      (cinsn 9 (set (reg:DI <1>) (plus:DI (reg:DI <1>) (const_int -1))))
      (cjump_insn 10 (set (pc)
              (if_then_else (ne (reg:DI <1>) (const_int 0))
                  (label_ref 2)
                  (pc))))
      (edge-to 4 (flags "FALLTHRU"))
      (edge-to 3)
    ) ;; block 3
    (block 4
      (edge-from 3 (flags "FALLTHRU"))
      (cnote 11 [bb 4] NOTE_INSN_BASIC_BLOCK)
      (cinsn 12 (set (reg/i:DI a0) (subreg:DI (reg:TI <0>) 8)))
      (cinsn 13 (use (reg/i:DI a0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 4
  ) ;; insn-chain
  (crtl
    (return_rtx
      (reg/i:DI a0)
    ) ;; return_rtx
  ) ;; crtl
) ;; function "f"
}

/* { dg-final { scan-rtl-dump-not ":TI" "subreg1" } } */
/* { dg-final { scan-assembler {add\ta.,a.,a.} } } */
