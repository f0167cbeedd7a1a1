/* A number beyond 12 bits has no place in an address, so nothing is combined.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine" } */

long __RTL (startwith ("combine")) f (long *a)
{
(function "f"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 3 (set (reg/v:DI <0> [ a ]) (reg:DI a0)))
      (cnote 4 NOTE_INSN_FUNCTION_BEG)
      (cinsn 5 (set (reg:DI <1>) (const_int 4096)))
      (cinsn 6 (set (reg:DI <2>) (plus:DI (reg/v:DI <0> [ a ]) (reg:DI <1>))))
      (cinsn 7 (set (reg:DI <3>) (mem:DI (reg:DI <2>) [0  S8 A64]))
             (expr_list:REG_DEAD (reg:DI <2>)))
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

/* { dg-final { scan-assembler "add\ta" } } */
/* { dg-final { scan-assembler {ld\ta0,0\(a} } } */
