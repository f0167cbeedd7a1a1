/* A body in RTL goes through the passes from the one it names on: combine makes one insn of an addition and an extension,
   and what stands in registers of its own is gone in the assembly.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine -fdump-rtl-cse1" } */

int __RTL (startwith ("combine")) f (int a, int b)
{
(function "f"
  (param "a"
    (DECL_RTL (reg/v:DI <0> [ a ]))
    (DECL_RTL_INCOMING (reg:DI a0 [ a ])))
  (param "b"
    (DECL_RTL (reg/v:DI <1> [ b ]))
    (DECL_RTL_INCOMING (reg:DI a1 [ b ])))
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 4 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 2 (set (reg/v:DI <0> [ a ])
                    (reg:DI a0 [ a ])) "f.c":2)
      (cinsn 3 (set (reg/v:DI <1> [ b ])
                    (reg:DI a1 [ b ])) "f.c":2)
      (cnote 5 NOTE_INSN_FUNCTION_BEG)
      (cinsn 6 (set (reg:SI <2>)
                    (plus:SI (subreg/s/u:SI (reg/v:DI <0> [ a ]) 0)
                        (subreg/s/u:SI (reg/v:DI <1> [ b ]) 0))) "f.c":3)
      (cinsn 7 (set (reg:DI <3>)
                    (sign_extend:DI (reg:SI <2>))) "f.c":3
               (expr_list:REG_DEAD (reg:SI <2>)))
      (cinsn 10 (set (reg/i:DI a0)
                    (reg:DI <3>)) "f.c":3)
      (cinsn 11 (use (reg/i:DI a0)) "f.c":3)
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
/* { dg-final { scan-assembler "addw\ta0,a0,a1" } } */
/* { dg-final { scan-assembler-not "sext" } } */
