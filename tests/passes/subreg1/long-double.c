/* A long double is two words, too.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-subreg1" } */

long __RTL (startwith ("subreg1")) f (long double a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (subreg:DI (reg:TF <0>) 0) (reg:DI a0)))
      (cinsn 4 (set (subreg:DI (reg:TF <0>) 8) (reg:DI a1)))
      (cinsn 5 (set (reg/i:DI a0) (subreg:DI (reg:TF <0>) 8)))
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

/* { dg-final { scan-rtl-dump-not ":TF" "subreg1" } } */
/* { dg-final { scan-assembler {mv\ta0,a1\n\tret} } } */
