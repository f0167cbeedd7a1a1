/* A sum of words and its sign extension are one insn of the machine.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine" } */

long __RTL (startwith ("combine")) f (int a, int b)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cinsn 4 (set (reg/v:DI <1> [ b ]) (reg:DI a1)))
      (cnote 5 NOTE_INSN_FUNCTION_BEG)
      (cinsn 6 (set (reg:SI <2>) (plus:SI (subreg/s/u:SI (reg/v:DI <0> [ a ]) 0) (subreg/s/u:SI (reg/v:DI <1> [ b ]) 0))))
      (cinsn 7 (set (reg:DI <3>) (sign_extend:DI (reg:SI <2>)))
             (expr_list:REG_DEAD (reg:SI <2>)))
      (cinsn 8 (set (reg/i:DI a0) (reg:DI <3>)))
      (cinsn 9 (use (reg/i:DI a0)))
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

/* { dg-final { scan-rtl-dump "addsi3_extended" "combine" } } */
/* { dg-final { scan-assembler-times "addw" 1 } } */
/* { dg-final { scan-assembler-not "sext" } } */
