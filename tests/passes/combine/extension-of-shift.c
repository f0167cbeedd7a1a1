/* A shift of words and its sign extension are one insn of the machine.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine" } */

long __RTL (startwith ("combine")) f (int a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:SI <1>) (ashift:SI (subreg/s/u:SI (reg/v:DI <0> [ a ]) 0) (const_int 3))))
      (cinsn 6 (set (reg:DI <2>) (sign_extend:DI (reg:SI <1>)))
             (expr_list:REG_DEAD (reg:SI <1>)))
      (cinsn 7 (set (reg/i:DI a0) (reg:DI <2>)))
      (cinsn 8 (use (reg/i:DI a0)))
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

/* { dg-final { scan-assembler-times "slliw" 1 } } */
/* { dg-final { scan-assembler-not "sext" } } */
